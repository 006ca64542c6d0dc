/** The records of a small sale, which a test corrupts. */
export type World = {
  accountId: number;
  eventId: number;
  ticketId: number;
  counterId: number;
  pool: { counterId: number };
  promo: { counterId: number };
  paid: { orderId: number };
  heldId: string;
  other: { accountId: number; userId: number; counterId: number };
};

/**
 * The invariant, the reported text, and the statements that break it. They drop constraints that prevent
 * this.
 */
export type Corruption = [id: string, says: RegExp, statements: string];

/** The statement that drops a constraint. */
export const drop = (table: string, name: string) => `alter table app.${table} drop constraint ${name}`;
