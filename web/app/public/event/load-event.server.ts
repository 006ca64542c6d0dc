import { getPublicEvent, type PublicEvent, validatePromoCode } from '@entrada/contract/catalog/shop';
import { isReservedSlug } from '@entrada/contract/slug';
import { data } from 'react-router';
import type { CallApi } from '../../platform/api/endpoint-call.ts';
import { ApiError } from '../../platform/api/error.ts';
import { heldSelection, readSelection, type Selection } from '../picker/selection.ts';
import type { PromoState } from '../picker/state.ts';

/**
 * Reads an event as the public sees it, with the tickets that a promo code unlocks. `code` null: nothing was said about
 * a code, so the one of the visitor's unfinished order applies; an empty code is none. Throws a 404 for a reserved word
 * in the place of the organizer, for example `/auth/event/1`.
 */
export async function findEvent(from: {
  call: CallApi;
  params: { eventId?: string | undefined; organizerSlug?: string | undefined };
  code: string | null;
}): Promise<PublicEvent> {
  const { call, params, code } = from;
  if (isReservedSlug(params.organizerSlug ?? '')) throw data(null, { status: 404 });
  const eventId = params.eventId ?? '';
  const read = async (promoCode: string | null) =>
    (await call(getPublicEvent, { params: { eventId }, query: promoCode ? { promo_code: promoCode } : {} }))
      .data;
  const event = await read(code);
  return code === null && event.hold?.promoCode ? read(event.hold.promoCode) : event;
}

/** The selection of an address. Without one, that of the visitor's unfinished order. */
export function startSelection(event: PublicEvent, fields: URLSearchParams, locale: string): Selection {
  const asked = readSelection(event, fields);
  return Object.keys(asked).length > 0 ? asked : heldSelection(event, locale);
}

/**
 * Checks the promo code of the address or of the field. `problem` says why it was refused; null if it was accepted. An
 * event that came with the code has accepted it already. Without a code, the one of the visitor's unfinished order counts.
 */
export async function checkCode(call: CallApi, event: PublicEvent, code: string | null): Promise<PromoState> {
  const applied = event.promo?.code ?? '';
  if (!code || applied.toLowerCase() === code.toLowerCase()) return { typed: code || applied, problem: null };
  try {
    const params = { eventId: String(event.id), code };
    const { data: answer } = await call(validatePromoCode, { params });
    return { typed: code, problem: answer.refusal };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { typed: code, problem: error.code };
  }
}
