import type { InputOf, OutputOf } from '@entrada/contract/endpoint';
import {
  createScheduledExport,
  deleteScheduledExport,
  listScheduledExports,
  pauseScheduledExport,
  restoreScheduledExport,
  resumeScheduledExport,
  runScheduledExport,
  type ScheduledExport,
  updateScheduledExport,
} from '@entrada/contract/insight/scheduled-exports';
import { api } from '../../platform/api/client.ts';
import { eventParams } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import type { Read } from '../kit/reading/reads.ts';

export type ScheduleBody = InputOf<typeof createScheduledExport>['body'];
export type Schedules = OutputOf<typeof listScheduledExports>['data'];

/** The scheduled exports of an event. */
export const schedulesRead = (eventId: number): Read<Schedules> => ({
  queryKey: keys.scheduledExports(eventId),
  load: async (call, signal) => (await call(listScheduledExports, eventParams(eventId), { signal })).data,
});

const at = (eventId: number, id: number) => ({
  params: { eventId: String(eventId), scheduledExportId: String(id) },
});

/** Adds a scheduled export, or changes the version that was read. */
export const saveSchedule = async (
  eventId: number,
  body: ScheduleBody,
  current: Pick<ScheduledExport, 'id' | 'version'> | null,
): Promise<ScheduledExport> => {
  if (!current) return (await api(createScheduledExport, { ...eventParams(eventId), body })).data;
  const input = { ...at(eventId, current.id), body: { ...body, version: current.version } };
  return (await api(updateScheduledExport, input)).data;
};

export const pauseSchedule = (eventId: number, id: number) => api(pauseScheduledExport, at(eventId, id));
export const resumeSchedule = (eventId: number, id: number) => api(resumeScheduledExport, at(eventId, id));
export const runSchedule = (eventId: number, id: number) => api(runScheduledExport, at(eventId, id));
export const dropSchedule = (eventId: number, id: number) => api(deleteScheduledExport, at(eventId, id));
export const bringBackSchedule = (eventId: number, id: number) =>
  api(restoreScheduledExport, at(eventId, id));

/** The queries to read again after a change. */
export const touchedBySchedules = (eventId: number) => [keys.scheduledExports(eventId)];
