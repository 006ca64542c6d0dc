import { eventIdOf, type ReadsOf } from '../kit/reading/reads.ts';
import { schedulesRead } from './api.ts';

export const reads: ReadsOf = (at) => [schedulesRead(eventIdOf(at))];
