import { connectionRead } from '../kit/data/payment-connection.ts';
import type { ReadsOf } from '../kit/reading/reads.ts';

export const reads: ReadsOf = () => [connectionRead];
