import { randomBytes } from 'node:crypto';
import type { Db } from '../../db/client.ts';

type OrganizerOverrides = {
  accountId: number;
  name?: string;
  slug?: string;
  email?: string;
  website?: string;
  description?: string;
  currency?: string;
  timezone?: string;
};

/** An organizer for tests and the seed, with an address of its own unless told. */
export async function buildOrganizer(
  db: Db,
  { accountId, ...overrides }: OrganizerOverrides,
): Promise<{ organizerId: number; slug: string }> {
  const row = await db
    .insertInto('organizers')
    .values({
      account_id: accountId,
      name: 'Sala Prado',
      slug: `sala-${randomBytes(5).toString('hex')}`,
      email: 'hola@example.org',
      currency: 'EUR',
      timezone: 'Europe/Madrid',
      ...overrides,
    })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow();
  return { organizerId: row.id, slug: row.slug };
}
