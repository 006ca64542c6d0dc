import type { PublicTicket } from '@entrada/contract/catalog/shop';
import type { Refusal } from '../refusal.ts';
import type { EntryProblem, SaleEvent, Selection } from '../selection.ts';

/** The props of every part of a ticket's row. */
export type TicketRowProps = {
  event: SaleEvent;
  ticket: PublicTicket;
  selection: Selection;
  problems: Record<number, EntryProblem>;
  refusal: Refusal | null;
  onChange: (priceId: number, value: string) => void;
};
