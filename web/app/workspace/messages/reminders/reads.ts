import { eventIdOf, type ReadsOf } from '../../kit/reading/reads.ts';
import { remindersRead } from './api.ts';

export const reads: ReadsOf = (at) => [remindersRead(eventIdOf(at))];
