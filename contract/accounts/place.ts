import { z } from 'zod';

/** From where a session was opened. */
export const place = z.discriminatedUnion('kind', [
  /** The network in which the server stands. */
  z.object({ kind: z.literal('local') }),
  /** What the installation's file says of the address. `country` is ISO 3166-1 alpha-2, `city` its English name. */
  z.object({ kind: z.literal('address'), country: z.string(), city: z.string().nullable() }),
  /** What the browser said of itself. */
  z.object({ kind: z.literal('zone'), zone: z.string() }),
]);
export type Place = z.output<typeof place>;
