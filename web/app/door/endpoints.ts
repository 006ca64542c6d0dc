import type * as contract from '@entrada/contract/door/check-in';
import type { Endpoint } from '@entrada/contract/endpoint';

/**
 * The door's calls by method and path, which is all that the browser needs. The contract would also load its
 * schemas and their library, a sixth of what a phone loads before it can scan. A test compares these calls with the
 * contract.
 */
export const getDoor = call<typeof contract.getDoor>('GET', '/public/check-in-lists/:listShortId');
export const listGuests = call<typeof contract.listGuests>(
  'GET',
  '/public/check-in-lists/:listShortId/guests',
);
export const checkIn = call<typeof contract.checkIn>('POST', '/public/check-in-lists/:listShortId/check-ins');
export const undoCheckIn = call<typeof contract.undoCheckIn>(
  'DELETE',
  '/public/check-in-lists/:listShortId/check-ins/:reference',
);

function call<E extends Endpoint>(method: E['method'], path: string): E {
  // The API client reads only these two fields of an endpoint.
  return { method, path } as E;
}
