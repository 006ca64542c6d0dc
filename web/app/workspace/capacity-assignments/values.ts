import {
  type CapacityAssignment,
  createCapacityAssignment,
} from '@entrada/contract/catalog/capacity-assignments';
import { readWhole } from '../kit/fields/whole-number.ts';
import { type Judged, judge } from '../kit/form/judge.ts';
import { readTyped } from '../kit/form/typed.ts';
import type { CapacityBody } from './api.ts';

export type CapacityValues = { name: string; capacity: string; active: boolean; ticketIds: string[] };

export const emptyCapacity: CapacityValues = { name: '', capacity: '', active: true, ticketIds: [] };

export function capacityValues({ name, capacity, active, tickets }: CapacityAssignment): CapacityValues {
  return {
    name,
    capacity: capacity === null ? '' : String(capacity),
    active,
    ticketIds: tickets.map(({ id }) => String(id)),
  };
}

/** The typed number of places. Null for no limit; undefined if it is not a whole number. */
export function readCapacity(text: string): number | null | undefined {
  return text.trim() === '' ? null : readWhole(text);
}

/** Turns the form's values into the body of the request, or lists its errors. */
export function readForm({ name, capacity, active, ticketIds }: CapacityValues): Judged<CapacityBody> {
  const typed = readTyped();
  const places = typed.wholeOrNull('capacity', capacity);
  return judge(
    createCapacityAssignment,
    { name, capacity: places, active, ticketIds: ticketIds.map(Number) },
    typed,
  );
}
