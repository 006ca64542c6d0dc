import {
  type CapacityAssignment,
  createCapacityAssignment,
  deleteCapacityAssignment,
  getCapacityAssignment,
  updateCapacityAssignment,
} from '@entrada/contract/catalog/capacity-assignments';
import type { InputOf } from '@entrada/contract/endpoint';
import { api } from '../../platform/api/client.ts';
import { eventParams } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';

export type CapacityBody = InputOf<typeof createCapacityAssignment>['body'];

const at = (eventId: number, id: number) => ({
  params: { eventId: String(eventId), assignmentId: String(id) },
});

export const loadCapacity = async (eventId: number, id: number, signal?: AbortSignal) =>
  (await api(getCapacityAssignment, at(eventId, id), { signal })).data;

/** Creates a capacity assignment, or changes the version that was read. */
export const saveCapacity = async (
  eventId: number,
  body: CapacityBody,
  before: Pick<CapacityAssignment, 'id' | 'version'> | null,
): Promise<CapacityAssignment> =>
  before
    ? (
        await api(updateCapacityAssignment, {
          ...at(eventId, before.id),
          body: { ...body, version: before.version },
        })
      ).data
    : (await api(createCapacityAssignment, { ...eventParams(eventId), body })).data;

export const removeCapacity = (eventId: number, id: number) => api(deleteCapacityAssignment, at(eventId, id));

export const bodyOf = ({ name, capacity, active, tickets }: CapacityAssignment): CapacityBody => ({
  name,
  capacity,
  active,
  ticketIds: tickets.map(({ id }) => id),
});

/** The queries to read again after a change: the capacity assignments, and how many of each ticket are left. */
export const touchedByCapacities = (eventId: number) => [keys.capacities(eventId), keys.tickets(eventId)];
