import { z } from 'zod';
import { LOCALES } from '../constants.ts';
import { cover } from '../images.ts';
import { ROLES } from '../permissions.ts';

export const locale = z.enum(LOCALES);

export const currentUser = z.object({
  id: z.number(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailConfirmed: z.boolean(),
  locale,
  /** The person's own time zone. Null: that of the account. */
  timezone: z.string().nullable(),
  account: z.object({
    id: z.number(),
    name: z.string(),
    currency: z.string(),
    timezone: z.string(),
    /** What the team knows the account by, beside its name. */
    logo: cover.nullable(),
  }),
  role: z.enum(ROLES),
  permissions: z.array(z.string()),
  /** Whether the account has an organizer. Without one the interface shows /welcome. */
  hasOrganizer: z.boolean(),
  /** The account asks for a second step at sign-in, and this user has none yet. Every other call is refused until then. */
  needsSecondFactor: z.boolean(),
});
export type CurrentUser = z.output<typeof currentUser>;

export const session = z.object({ status: z.literal('signed_in'), token: z.string(), user: currentUser });
