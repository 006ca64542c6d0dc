/**
 * Where the stream of one door is, below `/api`. The header or, for `EventSource`, the query `device` carries the token. It stands
 * apart from the schemas, which a page does not load.
 */
export const liveDoorPath = (listShortId: string) => `/public/check-in-lists/${listShortId}/live`;
