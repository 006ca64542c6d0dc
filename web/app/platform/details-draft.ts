/**
 * Under this key the session storage of a tab keeps what a buyer typed into the details. The checkout writes it, and
 * whoever ends an order drops it, so that nothing personal stays behind.
 */
export const DETAILS_DRAFT = 'entrada.details';

/** Forgets the typed details. A browser that forbids storage has none. */
export function dropDetails(): void {
  try {
    sessionStorage.removeItem(DETAILS_DRAFT);
  } catch {
    // There is nothing to forget.
  }
}
