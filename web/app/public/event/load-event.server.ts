import { getPublicEvent, type PublicEvent, validatePromoCode } from '@entrada/contract/catalog/shop';
import type { CallApi } from '../../platform/api/endpoint-call.ts';
import { ApiError } from '../../platform/api/error.ts';
import type { PromoState } from '../picker/state.ts';

/** An event as the public sees it, with what a promo code opens. */
export async function findEvent(from: {
  call: CallApi;
  params: { eventId?: string | undefined };
  code: string;
}): Promise<PublicEvent> {
  const { call, params, code } = from;
  const eventId = params.eventId ?? '';
  const query = code ? { promo_code: code } : {};
  return (await call(getPublicEvent, { params: { eventId }, query })).data;
}

/** What the address or the field says of a promo code: accepted as part of the event, or why not. */
export async function checkCode(call: CallApi, event: PublicEvent, code: string): Promise<PromoState> {
  if (!code) return { typed: '', problem: null };
  try {
    const params = { eventId: String(event.id), code };
    const { data: answer } = await call(validatePromoCode, { params });
    return { typed: code, problem: answer.valid ? null : 'PROMO_CODE_INVALID' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { typed: code, problem: error.code };
  }
}
