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

/** The records that the fields of an entry name by their ids. */
export function idsNamedIn(changed: readonly ChangedField[]): { type: string; id: number }[] {
  return changed.flatMap(({ field, from, to }) => {
    const type = NAMED[field];
    if (type === undefined) return [];
    return [from, to]
      .flatMap((side): unknown[] => (Array.isArray(side) ? side : [side]))
      .flatMap((id) => (typeof id === 'number' ? [{ type, id }] : []));
  });
}
