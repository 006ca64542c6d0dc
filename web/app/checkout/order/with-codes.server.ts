import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import type { QrDrawing } from '../../platform/qr.ts';
import { drawQrs } from '../parts/qr.server.ts';

/** The tickets that a page shows with their codes. An order may have a thousand. */
const ON_A_PAGE = 50;

/** The page of the tickets, and what is to be said about all of them. `isOpen`: one of them opens the door. */
export type TicketPages = { page: number; lastPage: number; total: number; isOpen: boolean };

type Shown = { order: BuyerOrder; codes: Record<string, QrDrawing>; pages: TicketPages };

/**
 * An order with the tickets of the page that its address names (`?tickets=2`), their answers, and the codes of those
 * that are valid for entry, by their short ids. The answers for the whole order stand on the first page.
 */
export async function withCodes(order: BuyerOrder, url: string): Promise<Shown> {
  const { tickets } = order;
  const lastPage = Math.max(1, Math.ceil(tickets.length / ON_A_PAGE));
  const asked = /^[1-9]\d{0,5}$/.exec(new URL(url).searchParams.get('tickets') ?? '')?.[0] ?? '1';
  const page = Math.min(Number(asked), lastPage);
  const shown = tickets.slice((page - 1) * ON_A_PAGE, page * ON_A_PAGE);
  const references = new Set(shown.map(({ reference }) => reference));
  const answered = order.answered.filter(({ attendee }) =>
    attendee ? references.has(attendee.reference) : page === 1,
  );
  const { isCalledOff } = order.event;
  const isOpen = !isCalledOff && tickets.some(({ status }) => status === 'active');
  return {
    order: { ...order, tickets: shown, answered },
    codes: isCalledOff ? {} : await codesOf(shown),
    pages: { page, lastPage, total: tickets.length, isOpen },
  };
}

async function codesOf(tickets: BuyerOrder['tickets']): Promise<Record<string, QrDrawing>> {
  const open = tickets.filter(({ status }) => status === 'active');
  const drawings = await drawQrs(open.map(({ code }) => code));
  return Object.fromEntries(drawings.map((drawing, at) => [open[at]?.shortId, drawing]));
}

/** How many attendees have an address of their own, to which their tickets were mailed. */
export function othersMailed({ tickets, buyer }: BuyerOrder): number {
  const own = buyer?.email.toLowerCase();
  return tickets.filter(({ status, email }) => status === 'active' && email && email.toLowerCase() !== own)
    .length;
}
