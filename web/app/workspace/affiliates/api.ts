import {
  AFFILIATE_PARAM,
  type Affiliate,
  createAffiliate,
  deleteAffiliate,
  getAffiliate,
  suggestAffiliateCode,
  updateAffiliate,
} from '@entrada/contract/catalog/affiliates';
import type { InputOf } from '@entrada/contract/endpoint';
import { api } from '../../platform/api/client.ts';
import { eventParams } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';

export type AffiliateBody = InputOf<typeof createAffiliate>['body'];

const affiliateParams = (eventId: number, affiliateId: number) => ({
  params: { eventId: String(eventId), affiliateId: String(affiliateId) },
});

export const loadAffiliate = async (eventId: number, id: number, signal?: AbortSignal) =>
  (await api(getAffiliate, affiliateParams(eventId, id), { signal })).data;

/** Creates an affiliate, or changes the version that was read. */
export const saveAffiliate = async (
  eventId: number,
  body: AffiliateBody,
  current: Pick<Affiliate, 'id' | 'version'> | null,
): Promise<Affiliate> => {
  if (!current) return (await api(createAffiliate, { ...eventParams(eventId), body })).data;
  const input = { ...affiliateParams(eventId, current.id), body: { ...body, version: current.version } };
  return (await api(updateAffiliate, input)).data;
};

/** A free code for an affiliate of this name. */
export const suggestCode = async (eventId: number, name: string, signal: AbortSignal) =>
  (await api(suggestAffiliateCode, { ...eventParams(eventId), query: { name } }, { signal })).data.code;

export const removeAffiliate = (eventId: number, id: number) =>
  api(deleteAffiliate, affiliateParams(eventId, id));

export const bodyOf = ({ code, name, email, status }: Affiliate): AffiliateBody => ({
  code,
  name,
  email,
  status,
});

/** The address of the event that counts buyers for an affiliate. */
export const affiliatePath = (publicPath: string, code: string) =>
  `${publicPath}?${new URLSearchParams({ [AFFILIATE_PARAM]: code })}`;

/** The address that a code makes, with an ellipsis where none is typed yet. */
export const hintOf = (publicPath: string, code: string) =>
  `${affiliatePath(publicPath, code)}${code ? '' : '…'}`;

/** The queries to read again after a change: only the affiliates. */
export const touchedByAffiliates = (eventId: number) => [keys.affiliates(eventId)];
