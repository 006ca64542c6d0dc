import type { BuyerStep } from '@entrada/contract/catalog/policies/give-back';
import { formatDay, formatDayTime, formatShortDay } from '../../platform/i18n/format.ts';

type Zoned = { locale: string; timezone: string };
type End = Pick<BuyerStep, 'until' | 'isDay'>;

const MINUTE_MS = 60_000;

const lastOf = ({ until, isDay }: End) => new Date(Date.parse(until) - (isDay ? MINUTE_MS : 0)).toISOString();

/** Until when a step counts, as an entry of a table: its last day, or the moment itself. */
export const untilWords = (end: End, zoned: Zoned): string =>
  (end.isDay ? formatDay : formatDayTime)(lastOf(end), zoned);

/** The same within a sentence. */
export const untilInSentence = (end: End, zoned: Zoned): string =>
  (end.isDay ? formatShortDay : formatDayTime)(lastOf(end), zoned);

/** From when on a step no longer counts, within a sentence. */
export const fromInSentence = ({ until, isDay }: End, zoned: Zoned): string =>
  (isDay ? formatShortDay : formatDayTime)(until, zoned);

/** The same, as an entry of a table: the day after it, or the moment itself. */
export const fromWords = ({ until, isDay }: End, zoned: Zoned): string =>
  (isDay ? formatDay : formatDayTime)(until, zoned);
