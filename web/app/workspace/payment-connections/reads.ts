import { connectionRead } from '../kit/data/payment-connection.ts';
import type { ReadsOf } from '../kit/data/reads.ts';

export const reads: ReadsOf = () => [connectionRead];
