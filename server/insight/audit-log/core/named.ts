import type { ChangedField } from './changed.ts';

/** The fields whose numbers are ids of other records, and of which kind. */
const NAMED: Readonly<Record<string, string>> = {
  tickets: 'ticket',
  ticketIds: 'ticket',
  taxesAndFees: 'tax_or_fee',
  recipients: 'user',
};

/** The records that the fields of an entry name by their ids. */
export function idsNamedIn(changed: readonly ChangedField[]): { type: string; id: number }[] {
  return changed.flatMap(({ field, from, to }) => {
    const type = NAMED[field];
    if (type === undefined) return [];
    return [from, to]
      .flatMap((side): unknown[] => (Array.isArray(side) ? side : []))
      .flatMap((id) => (typeof id === 'number' ? [{ type, id }] : []));
  });
}
