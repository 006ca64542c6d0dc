import { getIssuedTicket } from '@entrada/contract/sales/checkout';
import { data, type LoaderFunctionArgs } from 'react-router';
import { apiContext, requestContext } from '../../platform/context.ts';
import { drawQr } from '../../platform/qr.ts';
import { privateHeaders } from '../parts/paths.ts';

/**
 * Loads one ticket with its drawn code. A ticket that is not valid for entry has no code, nor has one to an
 * event that was called off. 404 if the address names
 * another event.
 */
export async function loadTicket({ context, params }: LoaderFunctionArgs) {
  const attendeeShortId = params['attendeeShortId'] ?? '';
  const { data: found } = await context.get(apiContext)(getIssuedTicket, { params: { attendeeShortId } });
  const { ticket, event, orderReference, isUnopened } = found;
  if (String(event.id) !== params['eventId']) throw data({ code: 'NOT_FOUND' }, { status: 404 });
  const code = ticket.status === 'active' && !event.isCalledOff ? drawQr(ticket.code) : null;
  const { baseUrl } = context.get(requestContext);
  return data({ ticket, event, orderReference, isUnopened, code, baseUrl }, { headers: privateHeaders });
}
