import type { JobRef } from '../../platform/jobs/job.ts';

/** Jobs of orders by name, for those who enqueue them. */
export const endPaymentRef: JobRef<{ orderId: number }> = { name: 'end_payment' };
