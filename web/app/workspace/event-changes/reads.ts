import { eventIdOf, type ReadsOf } from '../kit/reading/reads.ts';
import { changesRead, planRead } from './api.ts';

export const reads: ReadsOf = (at) => [planRead(eventIdOf(at)), changesRead(eventIdOf(at))];
