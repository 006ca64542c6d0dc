import type { OfflineHead, OfflinePerson } from '@entrada/contract/door/offline';
import type { Counts } from '../../use-door.ts';

const ACTIVE = 0;

/** Who may enter by a list and who is inside by it, as the server counts them. Whoever was let in anyway is inside too. */
export function countPeople(
  head: OfflineHead,
  people: readonly OfflinePerson[],
  isInside: (person: OfflinePerson) => boolean,
): Counts {
  const admitted = new Set(head.tickets.flatMap((ticket) => (ticket.admitted ? [ticket.id] : [])));
  const counts = { attendees: 0, checkedIn: 0 };
  for (const person of people) {
    if (person[4] === ACTIVE && admitted.has(person[3])) counts.attendees += 1;
    if (isInside(person)) counts.checkedIn += 1;
  }
  return counts;
}
