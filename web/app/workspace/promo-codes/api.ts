import {
  createPromoCode,
  deletePromoCode,
  generatePromoCodes,
  getPromoCode,
  type PromoCode,
  updatePromoCode,
} from '@entrada/contract/catalog/promo-codes';
import type { InputOf } from '@entrada/contract/endpoint';
import { api } from '../../platform/api/client.ts';
import { eventParams } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';

export type PromoCodeBody = InputOf<typeof createPromoCode>['body'];
export type GenerateBody = InputOf<typeof generatePromoCodes>['body'];

const codeParams = (eventId: number, codeId: number) => ({
  params: { eventId: String(eventId), codeId: String(codeId) },
});

export const loadPromoCode = async (eventId: number, codeId: number, signal?: AbortSignal) =>
  (await api(getPromoCode, codeParams(eventId, codeId), { signal })).data;

/** Creates a promo code, or changes the version that was read. */
export const savePromoCode = async (
  eventId: number,
  body: PromoCodeBody,
  current: Pick<PromoCode, 'id' | 'version'> | null,
): Promise<PromoCode> => {
  if (!current) return (await api(createPromoCode, { ...eventParams(eventId), body })).data;
  const input = { ...codeParams(eventId, current.id), body: { ...body, version: current.version } };
  return (await api(updatePromoCode, input)).data;
};

export const removePromoCode = (eventId: number, codeId: number) =>
  api(deletePromoCode, codeParams(eventId, codeId));

export const makePromoCodes = async (eventId: number, body: GenerateBody) =>
  (await api(generatePromoCodes, { ...eventParams(eventId), body })).data;

/** The body that saves a code unchanged. */
export const bodyOf = (code: PromoCode): PromoCodeBody => ({
  code: code.code,
  discountType: code.discountType,
  percentage: code.percentage,
  amount: code.amount,
  allTickets: code.allTickets,
  ticketIds: code.tickets.map(({ id }) => id),
  usageLimit: code.usageLimit,
  expiresAt: code.expiresAt,
  disabled: code.disabled,
});

/** The address of the event page with a code already applied. */
export const promoPath = (publicPath: string, code: string) =>
  `${publicPath}?${new URLSearchParams({ promo_code: code })}`;

/** The queries to read again after a change: only the promo codes. */
export const touchedByPromoCodes = (eventId: number) => [keys.promoCodes(eventId)];
