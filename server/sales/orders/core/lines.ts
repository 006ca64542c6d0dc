import { sideBySide } from '@entrada/contract/words/side-by-side';
import type { Order, OrderItem } from './types.ts';

type Line = { admits: boolean; isCancelled: boolean };

/** The lines that let people in: each unit of them is an attendee with a ticket. Keeps their order. */
export const admitting = <T extends Pick<Line, 'admits'>>(lines: readonly T[]): T[] =>
  lines.filter(({ admits }) => admits);

/** Every place of an order: what was sold, and what attendees were moved to. */
export const placesOf = ({ items, moved }: Pick<Order, 'items' | 'moved'>): OrderItem[] => [
  ...items,
  ...moved,
];

/** Whether any of these lines lets people in, cancelled ones included. */
export const hasTickets = (lines: readonly Pick<Line, 'admits'>[]): boolean =>
  lines.some(({ admits }) => admits);

/** The lines that let nobody in and are not cancelled. Keeps their order. */
export const openSupport = <T extends Line>(lines: readonly T[]): T[] =>
  lines.filter(({ admits, isCancelled }) => !admits && !isCancelled);

/** A ticket's name with its tier, for a reader of this locale. */
export const ticketTitle = (
  { ticketName, priceLabel }: { ticketName: string; priceLabel: string },
  locale: string,
): string => sideBySide([ticketName, priceLabel], locale);
