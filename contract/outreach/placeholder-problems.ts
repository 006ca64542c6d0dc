import { z } from 'zod';

/** A placeholder in a message that does not exist. */
export const placeholderProblem = z.object({
  code: z.literal('PLACEHOLDER_UNKNOWN'),
  field: z.enum(['subject', 'body']),
  name: z.string(),
});
export type PlaceholderProblem = z.output<typeof placeholderProblem>;
