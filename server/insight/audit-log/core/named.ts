import type { ChangedField } from './changed.ts';

/** The fields whose numbers are ids of other records, and of which kind. `NAMED` of the documents says their names. */
const NAMED: Readonly<Record<string, string>> = {
  attendeeId: 'attendee',
  attendeeIds: 'attendee',
  attendees: 'attendee',
  organizerId: 'organizer',
  owner: 'user',
  person: 'user',
  questionIds: 'question',
  recipients: 'user',
  taxesAndFees: 'tax_or_fee',
  ticketIds: 'ticket',
  tickets: 'ticket',
};

const numbers = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is number => typeof id === 'number');

/** The events and organizers that an invitation limits somebody to. */
function reachedBy(side: unknown): { type: string; id: number }[] {
  if (typeof side !== 'object' || side === null) return [];
  const { eventIds = [], organizerIds = [] } = side as { eventIds?: unknown; organizerIds?: unknown };
  return [
    ...numbers(eventIds).map((id) => ({ type: 'event', id })),
    ...numbers(organizerIds).map((id) => ({ type: 'organizer', id })),
  ];
}

/** The records that the fields of an entry name by their ids. */
export function idsNamedIn(changed: readonly ChangedField[]): { type: string; id: number }[] {
  return changed.flatMap(({ field, from, to }) => {
    if (field === 'reach') return [from, to].flatMap(reachedBy);
    const type = NAMED[field];
    return type === undefined ? [] : [from, to].flatMap(numbers).map((id) => ({ type, id }));
  });
}
