import { z } from 'zod';
import { isoOut } from '../../fields.ts';

/**
 * What became of the event of an order. `called_off`: it does not take place. `movedFrom`: the start that it had when its
 * tickets were held, if that is another one now; `movedFromPlace`: the same of its place, where its organizer moved it.
 */
export const eventNews = z.object({
  state: z.enum(['planned', 'over', 'called_off']),
  movedFrom: isoOut.nullable(),
  movedFromPlace: z.string().nullable(),
});
