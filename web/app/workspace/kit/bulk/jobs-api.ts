import {
  type BulkJob,
  listKeptRows,
  resumeBulkJob,
  stopBulkJob,
  undoBulkJob,
} from '@entrada/contract/sales/bulk/jobs';
import { api } from '../../../platform/api/client.ts';

const ofJob = (eventId: number, jobId: number) => ({
  params: { eventId: String(eventId), jobId: String(jobId) },
});

export const loadKept = async (eventId: number, jobId: number, signal: AbortSignal) =>
  (await api(listKeptRows, ofJob(eventId, jobId), { signal })).data;

export const undoJob = async (eventId: number, jobId: number) =>
  (await api(undoBulkJob, ofJob(eventId, jobId))).data;

/** Stops a job, or lets one that stopped or failed go on. */
export const switchJob = async (
  eventId: number,
  { id, canResume }: Pick<BulkJob, 'id' | 'canResume'>,
): Promise<BulkJob> => {
  const at = ofJob(eventId, id);
  return (await api(canResume ? resumeBulkJob : stopBulkJob, at)).data;
};
