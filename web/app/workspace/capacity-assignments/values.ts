import type { CapacityAssignment } from '@entrada/contract/catalog/capacity-assignments';
import { LIMITS } from '@entrada/contract/constants';
import { readWhole } from '../kit/form/whole-number.ts';
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

export type Wrong =
  | { path: 'name' | 'ticketIds'; code: 'required' }
  | { path: 'capacity'; code: 'not_whole' }
  | { path: 'capacity'; code: 'too_big'; max: number };

/** Whole places; null without a limit; undefined for what is no such number. */
export function readCapacity(text: string): number | null | undefined {
  return text.trim() === '' ? null : readWhole(text);
}

/** Reads a form into what the API takes, or says which fields can't be read. */
export function readForm(values: CapacityValues): { body: CapacityBody | null; wrong: Wrong[] } {
  const wrong: Wrong[] = [];
  const name = values.name.trim();
  const capacity = readCapacity(values.capacity);
  if (name === '') wrong.push({ path: 'name', code: 'required' });
  if (capacity === undefined) wrong.push({ path: 'capacity', code: 'not_whole' });
  else if (capacity !== null && capacity > LIMITS.quantity)
    wrong.push({ path: 'capacity', code: 'too_big', max: LIMITS.quantity });
  if (values.ticketIds.length === 0) wrong.push({ path: 'ticketIds', code: 'required' });
  if (wrong.length > 0 || capacity === undefined) return { body: null, wrong };
  return {
    body: { name, capacity, active: values.active, ticketIds: values.ticketIds.map(Number) },
    wrong,
  };
}
