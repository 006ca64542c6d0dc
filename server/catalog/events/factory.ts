import { DAY_MS } from '@entrada/contract/constants';
import { toSlug } from '@entrada/contract/slug';
import type { Insertable } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { EventSettings } from '../../db/types.ts';
import { buildOrganizer } from '../organizers/factory.ts';
import { makeSigningKeys } from './keys.ts';

export type EventOverrides = {
  accountId: number;
  /** A new organizer of the account unless given. */
  organizerId?: number;
  title?: string;
  status?: 'draft' | 'public' | 'archived';
  /** Thirty days from now unless given. */
  startsAt?: Date;
  endsAt?: Date | null;
  timezone?: string;
  currency?: string;
  description?: string;
  /** Columns of event_settings. */
  settings?: Partial<Omit<Insertable<EventSettings>, 'account_id' | 'event_id'>>;
};

/** An event with settings and signing keys, for tests and the seed; public unless told otherwise. */
export async function buildEvent(
  db: Db,
  { accountId, organizerId: given, settings, ...overrides }: EventOverrides,
): Promise<{ eventId: number; organizerId: number; slug: string; title: string }> {
  const organizerId = given ?? (await buildOrganizer(db, { accountId })).organizerId;
  const title = overrides.title ?? 'Noche de Luz';
  const status = overrides.status ?? 'public';
  const row = await db
    .insertInto('events')
    .values({
      account_id: accountId,
      organizer_id: organizerId,
      title,
      slug: toSlug(title, 'event'),
      description: overrides.description ?? '',
      status,
      starts_at: overrides.startsAt ?? new Date(Date.now() + 30 * DAY_MS),
      ends_at: overrides.endsAt ?? null,
      timezone: overrides.timezone ?? 'Europe/Madrid',
      currency: overrides.currency ?? 'EUR',
      published_at: status === 'public' ? new Date() : null,
    })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow();
  await db
    .insertInto('event_settings')
    .values({ ...settings, account_id: accountId, event_id: row.id })
    .execute();
  const keys = makeSigningKeys();
  await db
    .insertInto('event_keys')
    .values({
      account_id: accountId,
      event_id: row.id,
      public_key: keys.publicKey,
      private_key: keys.privateKey,
    })
    .execute();
  return { eventId: row.id, organizerId, slug: row.slug, title };
}
