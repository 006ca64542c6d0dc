import { personName } from '@entrada/contract/accounts/person-name';
import { LIMITS } from '@entrada/contract/constants';
import type {
  CheckInLink,
  createCheckInLink,
  DoorRole,
  OwnDoor,
  updateCheckInLink,
} from '@entrada/contract/door/check-in-links';
import { roleMay } from '@entrada/contract/permissions';
import type { z } from 'zod';
import { hashPassword } from '../../accounts/password.ts';
import { inLockedEvent } from '../../catalog/events/service.ts';
import type { Tx } from '../../db/client.ts';
import { audit } from '../../platform/audit.ts';
import { type AccountScope, type Ctx, scopeOf, type UserActor, userOf } from '../../platform/context.ts';
import { expectVersion, fail } from '../../platform/errors.ts';
import { newShortId } from '../../platform/secrets.ts';
import { listState } from '../check-in-lists/core/state.ts';
import * as queries from './queries.ts';

type OfList = { eventId: number; listId: number };
type OfLink = OfList & { linkId: number };

const TARGET = 'check_in_link';

const toLink = (row: queries.LinkRow): CheckInLink => ({
  id: row.id,
  version: row.version,
  shortId: row.short_id,
  name: row.name,
  role: row.role as DoorRole,
  hasPin: row.pin_hash !== null,
  member:
    row.user_id === null
      ? null
      : personName({ firstName: row.first_name ?? '', lastName: row.last_name ?? '' }),
  createdAt: row.created_at.toISOString(),
  devices: row.devices.map((device) => ({
    ...device,
    lastSeenAt: new Date(device.lastSeenAt).toISOString(),
  })),
});

/** What the audit keeps of a link. Its address and its PIN are secrets. */
const auditable = ({ name, role, hasPin }: CheckInLink) => ({ name, role, hasPin });

/** The open links of a list, oldest first. NOT_FOUND. */
export async function listLinks(ctx: Ctx, { eventId, listId }: OfList): Promise<CheckInLink[]> {
  const scope = scopeOf(ctx.actor);
  if (!(await queries.findList(ctx.db, scope, { eventId, listId }))) throw fail('NOT_FOUND');
  return (await queries.findLinks(ctx.db, scope, listId)).map(toLink);
}

async function findRow(tx: Tx, scope: AccountScope, { listId, linkId }: OfLink): Promise<queries.LinkRow> {
  const [row] = await queries.findLinks(tx, scope, listId, linkId);
  if (!row) throw fail('NOT_FOUND');
  return row;
}

/** Runs in a transaction that holds the event's lock, then the list's. NOT_FOUND, EVENT_ARCHIVED. */
const inLockedList = <T>(
  ctx: Ctx,
  at: OfList,
  run: (
    tx: Tx,
    scope: AccountScope,
    list: { id: number; name: string; closed_at: Date | null },
  ) => Promise<T>,
): Promise<T> =>
  inLockedEvent(ctx, at.eventId, async (tx, scope) => {
    const list = await queries.lockList(tx, scope, at);
    if (!list) throw fail('NOT_FOUND');
    return run(tx, scope, list);
  });

type CreateInput = z.output<(typeof createCheckInLink)['body']>;

/** Adds a link and records it. NOT_FOUND, EVENT_ARCHIVED, TOO_MANY_DOOR_LINKS. Locks the event, then the list. */
export async function createLink(ctx: Ctx, at: OfList, { pin, ...input }: CreateInput): Promise<CheckInLink> {
  const pinHash = pin === null ? null : await hashPassword(pin);
  return inLockedList(ctx, at, async (tx, scope) => {
    const linkId = await addLink(tx, scope, { ...input, listId: at.listId, pinHash });
    const made = toLink(await findRow(tx, scope, { ...at, linkId }));
    const target = { type: TARGET, id: linkId };
    await audit(tx, ctx, scope, { action: 'check_in_link.created', target, after: auditable(made) });
    return made;
  });
}

async function addLink(
  tx: Tx,
  scope: AccountScope,
  link: { listId: number; name: string; role: DoorRole; pinHash: string | null; userId?: number | null },
): Promise<number> {
  const open = await queries.findLinks(tx, scope, link.listId);
  if (open.length >= LIMITS.doorLinks) throw fail('TOO_MANY_DOOR_LINKS');
  return queries.insertLink(tx, scope, {
    check_in_list_id: link.listId,
    short_id: newShortId('cl'),
    name: link.name,
    role: link.role,
    pin_hash: link.pinHash,
    user_id: link.userId ?? null,
  });
}

type UpdateInput = z.output<(typeof updateCheckInLink)['body']>;

/**
 * Changes a link and records it. A new PIN makes every phone of the link enter it. NOT_FOUND, EVENT_ARCHIVED, STALE_VERSION
 * with params.version. Locks the event, then the list.
 */
export async function updateLink(ctx: Ctx, at: OfLink, input: UpdateInput): Promise<CheckInLink> {
  const { version, name, role, pin } = input;
  const pinHash = pin ? await hashPassword(pin) : null;
  return inLockedList(ctx, at, async (tx, scope) => {
    const row = await findRow(tx, scope, at);
    expectVersion(version, row.version);
    const changedPin = pin !== undefined && { pin_hash: pinHash, pin_version: row.pin_version + 1 };
    await queries.updateLinkRows(tx, scope, [at.linkId], { name, role, ...changedPin });
    const [before, after] = [toLink(row), toLink(await findRow(tx, scope, at))];
    await audit(tx, ctx, scope, {
      action: 'check_in_link.updated',
      target: { type: TARGET, id: at.linkId },
      before: auditable(before),
      after: { ...auditable(after), ...(changedPin && { hasNewPin: true }) },
    });
    return after;
  });
}

/**
 * Closes a link and opens one with the same name, role and PIN at a new address, and records it. Scans stay with the old one.
 * NOT_FOUND, EVENT_ARCHIVED. Locks the event, then the list.
 */
export function replaceLink(ctx: Ctx, at: OfLink): Promise<CheckInLink> {
  return inLockedList(ctx, at, async (tx, scope) => {
    const row = await findRow(tx, scope, at);
    await queries.closeLinkRow(tx, scope, at.linkId);
    const linkId = await addLink(tx, scope, {
      listId: at.listId,
      name: row.name,
      role: row.role as DoorRole,
      pinHash: row.pin_hash,
      userId: row.user_id,
    });
    await audit(tx, ctx, scope, {
      action: 'check_in_link.replaced',
      target: { type: TARGET, id: at.linkId },
      before: { name: row.name },
      after: { linkId },
    });
    return toLink(await findRow(tx, scope, { ...at, linkId }));
  });
}

/** Closes a link for good and records it. Its scans are kept. NOT_FOUND, EVENT_ARCHIVED. Locks the event, then the list. */
export function closeLink(ctx: Ctx, at: OfLink): Promise<void> {
  return inLockedList(ctx, at, async (tx, scope) => {
    const before = toLink(await findRow(tx, scope, at));
    await queries.closeLinkRow(tx, scope, at.linkId);
    const target = { type: TARGET, id: at.linkId };
    await audit(tx, ctx, scope, { action: 'check_in_link.closed', target, before: auditable(before) });
  });
}

/**
 * Closes a list, so that it lets nobody in, or opens it again, and records it if that changes something. Its links and scans
 * are kept. NOT_FOUND, EVENT_ARCHIVED. Locks the event, then the list.
 */
export function setListClosed(ctx: Ctx, at: OfList, isClosed: boolean): Promise<void> {
  return inLockedList(ctx, at, async (tx, scope, list) => {
    if ((list.closed_at !== null) === isClosed) return;
    await queries.setClosed(tx, scope, at.listId, isClosed);
    await audit(tx, ctx, scope, {
      action: isClosed ? 'check_in_list.closed' : 'check_in_list.reopened',
      target: { type: 'check_in_list', id: at.listId },
      after: { name: list.name },
    });
  });
}

/**
 * The own link of a member of the team to a list, made if there is none, with this role from now on. It works while they
 * belong to the account. The caller holds the list's lock. TOO_MANY_DOOR_LINKS.
 */
export async function openPersonalLink(
  tx: Tx,
  list: { id: number },
  user: Pick<UserActor, 'userId' | 'accountId'> & { name: string; scope: AccountScope },
  role: DoorRole,
): Promise<{ shortId: string; role: DoorRole }> {
  const { scope, userId, name } = user;
  const own = await queries.findOwnLink(tx, scope, { listId: list.id, userId });
  if (own) {
    if (own.role !== role) await queries.updateLinkRows(tx, scope, [own.id], { role });
    return { shortId: own.short_id, role };
  }
  const linkId = await addLink(tx, scope, { listId: list.id, name, role, pinHash: null, userId });
  const made = await findRow(tx, scope, { eventId: 0, listId: list.id, linkId });
  return { shortId: made.short_id, role };
}

/** The check-in lists that the signed-in person can open, of the events that they reach. */
export async function listOwnDoors(ctx: Ctx): Promise<OwnDoor[]> {
  const rows = await queries.findOwnDoors(ctx.db, scopeOf(ctx.actor));
  return rows.map(({ starts_at, ends_at, activates_at, expires_at, closed_at, now, ...row }) => ({
    ...row,
    startsAt: starts_at.toISOString(),
    endsAt: ends_at?.toISOString() ?? null,
    activatesAt: activates_at?.toISOString() ?? null,
    expiresAt: expires_at?.toISOString() ?? null,
    state: listState({ activatesAt: activates_at, expiresAt: expires_at, closedAt: closed_at }, now),
  }));
}

/** Opens the own link of the signed-in person, and records it if it is new. NOT_FOUND, EVENT_ARCHIVED. Locks the event, then the list. */
export function openList(ctx: Ctx, at: OfList): Promise<{ shortId: string; role: DoorRole }> {
  const actor = userOf(ctx.actor);
  return inLockedList(ctx, at, async (tx, scope, list) => {
    if (list.closed_at) throw fail('NOT_FOUND');
    const name = await queries.findPersonName(tx, actor.userId);
    const role = roleMay(actor.role, 'door.supervise') ? 'supervisor' : 'steward';
    const of = { listId: list.id, userId: actor.userId };
    const had = await queries.findOwnLink(tx, scope, of);
    const opened = await openPersonalLink(tx, list, { ...actor, name, scope }, role);
    const made = had ? undefined : await queries.findOwnLink(tx, scope, of);
    if (made)
      await audit(tx, ctx, scope, {
        action: 'check_in_link.created',
        target: { type: TARGET, id: made.id },
        after: { name, role },
      });
    return opened;
  });
}
