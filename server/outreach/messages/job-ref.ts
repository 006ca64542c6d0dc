import type { Db, Tx } from '../../db/client.ts';
import { enqueue, type JobRef } from '../../platform/jobs/job.ts';

/** The job that fixes the recipients of a message and queues their mails. Payments and orders go first. */
export const messageWorkRef: JobRef<{ messageId: number }> & { maxAttempts: number } = {
  name: 'message_work',
  maxAttempts: 25,
  priority: 10,
};

/** Queues the job of a message. A second call while it waits changes its time. */
export const queueWork = (tx: Tx | Db, messageId: number, delaySeconds = 0): Promise<void> =>
  enqueue(tx, messageWorkRef, { messageId }, { key: `message:${messageId}`, delaySeconds });
