import { DAY_MS } from '../../constants.ts';

/** The day so many days after another one: ("2027-06-11", -1) -> "2027-06-10". */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
