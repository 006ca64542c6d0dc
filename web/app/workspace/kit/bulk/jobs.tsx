import { type BulkNoun, listBulkJobs } from '@entrada/contract/sales/bulk/jobs';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../platform/api/client.ts';
import { eventParams, useEvent } from '../data/event.ts';
import { keys, touchedByOrders } from '../data/keys.ts';
import { latePart } from '../late/part.tsx';
import type { PanelProps } from './panel.tsx';

/** Loads when there is a job to show. */
const Panel = latePart<PanelProps>(() => import('./panel.tsx').then((part) => part.BulkPanel), {
  Place: () => null,
});

/** How long a finished job shows unless somebody closes it. One that can go on shows until then. */
const SHOWN_MS = 24 * 60 * 60 * 1000;
/** The stream of changes tells of progress. This is for when it is away. */
const LOOK_MS = 3_000;

const isOpen = ({ status }: { status: string }) => status === 'queued' || status === 'running';

const storageKey = (eventId: number) => `bulk-closed-${eventId}`;

function readClosed(eventId: number): number {
  try {
    return Number(localStorage.getItem(storageKey(eventId)) ?? 0) || 0;
  } catch {
    return 0;
  }
}

/** What was done to many rows of the list lately: how far it has come, what was kept and why, and the way back. */
export function BulkJobs({ noun }: { noun: BulkNoun }) {
  const { id: eventId } = useEvent();
  const client = useQueryClient();
  const [closed, setClosed] = useState(0);
  // Read after the first render: the server does not know what this browser has closed.
  useEffect(() => setClosed(readClosed(eventId)), [eventId]);
  const jobs = useQuery({
    queryKey: keys.bulkJobs(eventId),
    queryFn: async ({ signal }) => (await api(listBulkJobs, eventParams(eventId), { signal })).data,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? LOOK_MS : false),
  });
  const open = jobs.data?.filter(isOpen).length ?? 0;
  const before = useRef(0);
  useEffect(() => {
    if (open < before.current)
      for (const queryKey of touchedByOrders(eventId)) void client.invalidateQueries({ queryKey });
    before.current = open;
  }, [open, eventId, client]);
  const shown = (jobs.data ?? []).filter(
    (job) =>
      job.noun === noun &&
      (isOpen(job) ||
        (job.id > closed &&
          (job.canResume || Date.now() - Date.parse(job.finishedAt ?? job.createdAt) < SHOWN_MS))),
  );
  if (shown.length === 0) return null;
  const close = () => {
    const last = Math.max(...shown.filter((job) => !isOpen(job)).map(({ id }) => id));
    setClosed(last);
    try {
      localStorage.setItem(storageKey(eventId), String(last));
    } catch {
      // Then it shows again on the next visit.
    }
  };
  return <Panel jobs={shown} close={close} />;
}
