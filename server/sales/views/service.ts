import { LIMITS } from '@entrada/contract/constants';
import { type ListQuery, listQuery } from '@entrada/contract/list';
import { roleMay } from '@entrada/contract/permissions';
import type {
  addView as addEndpoint,
  arrangeViews as arrangeEndpoint,
  SavedView,
  SavedViews,
  updateView as updateEndpoint,
  ViewedList,
} from '@entrada/contract/sales/views/saved';
import type { z } from 'zod';
import { requireEvent } from '../../catalog/events/service.ts';
import type { Db, Tx } from '../../db/client.ts';
import { violates } from '../../db/errors.ts';
import { audit, changes } from '../../platform/audit.ts';
import { type Ctx, scopeOf, userOf } from '../../platform/context.ts';
import { AppError, expectVersion, fail, failFields } from '../../platform/errors.ts';
import { parseGiven } from '../../platform/http/parse.ts';
import { expectReadable, type ListSource } from '../../platform/lists/page.ts';
import { inTurn } from '../../platform/turns.ts';
import { freeName } from './core/free-name.ts';
import { allNamed, byKey, inChosenOrder, namedBy, openQuery, toViewQuery } from './core/query.ts';
import { LISTS, listNamed } from './lists.ts';
import * as queries from './queries.ts';

type OfView = { eventId: number; viewId: number };
type Row = queries.ViewRow;

const isAuthor = (ctx: Ctx, view: Row): boolean => view.userId === userOf(ctx.actor).userId;
const mayEdit = (ctx: Ctx, view: Row): boolean =>
  isAuthor(ctx, view) || (view.isShared && roleMay(userOf(ctx.actor).role, 'account.manage'));

/** Somebody who may not read a list has no views of it. Throws FORBIDDEN. */
function requireList({ actor }: Ctx, list: ViewedList): void {
  if (!roleMay(userOf(actor).role, LISTS[list].access)) throw fail('FORBIDDEN');
}

/** What is shared is changed for the others too. Throws FORBIDDEN for whoever only reads. */
function expectMayShare({ actor }: Ctx): void {
  if (!roleMay(userOf(actor).role, 'events.write')) throw fail('FORBIDDEN');
}

/** What a view keeps of a query. Throws VALIDATION_FAILED as the list does, also for a page. */
function readQuery(
  ctx: Ctx,
  { list, eventId }: { list: ViewedList; eventId: number },
  given: Record<string, string>,
): Record<string, string> {
  const paged = ['page', 'per_page'].filter((key) => Object.hasOwn(given, key));
  if (paged.length > 0) throw failFields(paged.map((path) => ({ path, code: 'unknown_field' })));
  const { rules, source } = LISTS[list];
  const query = parseGiven(listQuery(rules), given);
  expectReadable(source(scopeOf(ctx.actor), eventId), query);
  return toViewQuery(query);
}

/** Whether a list reads the values of a query. */
function canRead(source: ListSource, query: ListQuery): boolean {
  try {
    expectReadable(source, query);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'VALIDATION_FAILED') return false;
    throw error;
  }
}

/** Views as the API shows them, with what was deleted of what they name. */
async function show(ctx: Ctx, tx: Tx | Db, eventId: number, rows: readonly Row[]): Promise<SavedView[]> {
  const opened = rows.map((row) => {
    const { rules, source } = LISTS[listNamed(row.list)];
    const from = source(scopeOf(ctx.actor), eventId);
    const { query, dropped } = openQuery(rules, row.query, (part) => canRead(from, part));
    return { row, query, dropped, named: namedBy(query) };
  });
  const named = opened.flatMap((one) => one.named);
  const there =
    named.length === 0 ? [] : await queries.findNamed(tx, scopeOf(ctx.actor), eventId, allNamed(named));
  const known = new Set(there.map(({ field, value }) => `${field} ${value}`));
  return opened.map(({ row, query, dropped, named: ofView }) => ({
    id: row.id,
    name: row.name,
    isShared: row.isShared,
    isMine: isAuthor(ctx, row),
    by: isAuthor(ctx, row) ? null : row.author,
    query,
    columns: row.columns,
    dropped,
    missing: ofView.filter(({ field, value }) => !known.has(`${field} ${value}`)),
    mayEdit: mayEdit(ctx, row),
    version: row.version,
  }));
}

async function showOne(ctx: Ctx, tx: Tx, row: Row): Promise<SavedView> {
  const [shown] = await show(ctx, tx, row.eventId, [row]);
  if (!shown) throw new Error('one view is shown as one');
  return shown;
}

/** The unique indexes prevent two views with the same name. */
async function orTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (violates(error, 'saved_views_own_name') || violates(error, 'saved_views_shared_name')) throw taken();
    throw error;
  }
}
const taken = () => failFields([{ path: 'name', code: 'duplicate' }]);

/** A name stands once in a list as its person sees it, whatever its letters' case. Throws VALIDATION_FAILED. */
function expectFreeName(seen: readonly Row[], name: string, own?: number): void {
  const isSame = (view: Row) => view.id !== own && view.name.toLowerCase() === name.toLowerCase();
  if (seen.some(isSame)) throw taken();
}

/** Throws TOO_MANY_VIEWS if a person has as many of these views as one may have. */
function expectRoom(present: readonly Row[], userId: number): void {
  if (present.filter((view) => view.userId === userId).length >= LIMITS.views) throw fail('TOO_MANY_VIEWS');
}

const auditable = ({ name, isShared, query, columns }: Row) => ({ name, isShared, query, columns });

/** A private view concerns nobody else, so the audit knows only of shared ones. */
async function record(
  tx: Tx,
  ctx: Ctx,
  action: string,
  before: Row | null,
  after: Row | null,
): Promise<void> {
  const view = after ?? before;
  if (!view || !(before?.isShared || after?.isShared)) return;
  const changed =
    before && after
      ? changes(auditable(before), auditable(after))
      : { ...(before && { before: auditable(before) }), ...(after && { after: auditable(after) }) };
  await audit(tx, ctx, scopeOf(ctx.actor), {
    action,
    target: { type: 'saved_view', id: view.id },
    ...changed,
  });
}

async function readViews(ctx: Ctx, tx: Tx | Db, seen: queries.Seen): Promise<SavedViews> {
  const scope = scopeOf(ctx.actor);
  const rows = await queries.findViews(tx, scope, seen);
  const { defaultId, sorted } = await queries.findChoice(tx, scope, seen);
  return {
    views: await show(ctx, tx, seen.eventId, inChosenOrder(rows, sorted)),
    // Its author may have made it private since.
    defaultId: rows.some(({ id }) => id === defaultId) ? defaultId : null,
  };
}

/** The views of a list that the caller sees, in the caller's order. Throws NOT_FOUND, FORBIDDEN. */
export async function listViews(ctx: Ctx, eventId: number, list: ViewedList): Promise<SavedViews> {
  requireList(ctx, list);
  await requireEvent(ctx, eventId);
  return readViews(ctx, ctx.db, { eventId, list, userId: userOf(ctx.actor).userId });
}

/** Runs a change of the caller's own views of an event. Locks the caller's membership. Throws NOT_FOUND, FORBIDDEN. */
const asMember = <T>(
  ctx: Ctx,
  at: { eventId: number; list: ViewedList },
  run: (tx: Tx, seen: queries.Seen) => Promise<T>,
): Promise<T> => {
  requireList(ctx, at.list);
  const { userId } = userOf(ctx.actor);
  return inTurn(ctx.db, [`member ${userId}`], async (tx) => {
    await requireEvent(ctx, at.eventId, tx);
    await queries.lockMember(tx, scopeOf(ctx.actor), userId);
    return run(tx, { ...at, userId });
  });
};

/**
 * Saves a view of a list. The audit knows of it if it is shared. Locks the caller's membership. Throws NOT_FOUND,
 * TOO_MANY_VIEWS, and VALIDATION_FAILED for a query that the list refuses and for a name that the caller sees already.
 */
export function saveView(
  ctx: Ctx,
  eventId: number,
  { list, ...body }: z.output<(typeof addEndpoint)['body']>,
): Promise<SavedView> {
  const query = readQuery(ctx, { list, eventId }, body.query);
  return asMember(ctx, { eventId, list }, async (tx, seen) => {
    if (body.isShared) expectMayShare(ctx);
    const scope = scopeOf(ctx.actor);
    const present = await queries.findViews(tx, scope, seen);
    expectRoom(present, seen.userId);
    expectFreeName(present, body.name);
    const row = {
      event_id: eventId,
      user_id: seen.userId,
      list,
      name: body.name,
      is_shared: body.isShared,
      query: JSON.stringify(query),
      columns: JSON.stringify(byKey(body.columns)),
    };
    const viewId = await orTaken(queries.insertView(tx, scope, row));
    const view = await findView(tx, ctx, { eventId, viewId });
    await record(tx, ctx, 'saved_view.created', null, view);
    return showOne(ctx, tx, view);
  });
}

/** A view that the caller sees, with its row locked. Throws NOT_FOUND, also for somebody else's private one. */
async function findView(tx: Tx, ctx: Ctx, at: OfView): Promise<Row> {
  const view = await queries.lockView(tx, scopeOf(ctx.actor), at);
  if (!view || !(view.isShared || isAuthor(ctx, view))) throw fail('NOT_FOUND');
  requireList(ctx, listNamed(view.list));
  return view;
}

/** Runs a change of one view with its row locked. Throws NOT_FOUND, and FORBIDDEN for who may not change it. */
const onView = <T>(ctx: Ctx, at: OfView, run: (tx: Tx, view: Row) => Promise<T>): Promise<T> =>
  inTurn(ctx.db, [`view ${at.viewId}`], async (tx) => {
    const view = await findView(tx, ctx, at);
    if (!mayEdit(ctx, view)) throw fail('FORBIDDEN');
    return run(tx, view);
  });

/**
 * Changes a view. A save that changes nothing leaves no trace. Locks the view. Throws NOT_FOUND, FORBIDDEN also for who
 * would make somebody else's view private, STALE_VERSION, VALIDATION_FAILED as `saveView` does.
 */
export const changeView = (
  ctx: Ctx,
  at: OfView,
  { version, ...body }: z.output<(typeof updateEndpoint)['body']>,
): Promise<SavedView> =>
  onView(ctx, at, async (tx, before) => {
    const scope = scopeOf(ctx.actor);
    if (before.isDeleted) throw fail('NOT_FOUND');
    if (!body.isShared && !isAuthor(ctx, before)) throw fail('FORBIDDEN');
    if (body.isShared) expectMayShare(ctx);
    expectVersion(version, before.version);
    const list = listNamed(before.list);
    const values = {
      ...body,
      query: readQuery(ctx, { list, eventId: at.eventId }, body.query),
      columns: byKey(body.columns),
    };
    if (!changes(auditable(before), values)) return showOne(ctx, tx, before);
    const seen = { eventId: at.eventId, list, userId: userOf(ctx.actor).userId };
    expectFreeName(await queries.findViews(tx, scope, seen), body.name, before.id);
    await orTaken(queries.writeView(tx, scope, before.id, values));
    const after = await findView(tx, ctx, at);
    await record(tx, ctx, 'saved_view.updated', before, after);
    return showOne(ctx, tx, after);
  });

/** Deletes a view, which can come back for a day. Deleting it again changes nothing. Locks the view. Throws like `changeView`. */
export const deleteView = (ctx: Ctx, at: OfView): Promise<void> =>
  onView(ctx, at, async (tx, view) => {
    if (view.isDeleted) return;
    await queries.markDeleted(tx, scopeOf(ctx.actor), view.id, true);
    await record(tx, ctx, 'saved_view.deleted', view, null);
  });

/**
 * Brings a deleted view back. Locks the view, then its author's membership. If the caller or its author sees its name at
 * another view now, it gets a number behind it. Throws like `deleteView`; after a day NOT_FOUND; TOO_MANY_VIEWS if its author
 * has as many others by now.
 */
export const restoreView = (ctx: Ctx, at: OfView): Promise<SavedView> =>
  onView(ctx, at, async (tx, view) => {
    if (!view.isDeleted) return showOne(ctx, tx, view);
    const { eventId, userId } = view;
    const scope = scopeOf(ctx.actor);
    await queries.lockMember(tx, scope, userId);
    const seenBy = (id: number) =>
      queries.findViews(tx, scope, { eventId, list: listNamed(view.list), userId: id });
    const ofAuthor = await seenBy(userId);
    expectRoom(ofAuthor, userId);
    const others = [...(await seenBy(userOf(ctx.actor).userId)), ...ofAuthor];
    const name = freeName(
      view.name,
      others.map((one) => one.name),
      LIMITS.viewName,
    );
    if (name !== view.name) await queries.writeView(tx, scope, view.id, { name });
    await orTaken(queries.markDeleted(tx, scope, view.id, false));
    const after = await findView(tx, ctx, at);
    await record(tx, ctx, 'saved_view.restored', null, after);
    return showOne(ctx, tx, after);
  });

/**
 * Writes which view opens first for the caller, and the order in which the caller sees the views of a list. Ids of views
 * that the caller does not see are passed over in the order. Locks the caller's membership. Throws NOT_FOUND, and
 * VALIDATION_FAILED for a first view that the caller does not see.
 */
export const arrangeViews = (
  ctx: Ctx,
  eventId: number,
  { list, defaultId, order }: z.output<(typeof arrangeEndpoint)['body']>,
): Promise<SavedViews> =>
  asMember(ctx, { eventId, list }, async (tx, seen) => {
    const scope = scopeOf(ctx.actor);
    const known = new Set((await queries.findViews(tx, scope, seen)).map(({ id }) => id));
    if (defaultId != null && !known.has(defaultId))
      throw failFields([{ path: 'defaultId', code: 'invalid_choice' }]);
    const sorted = order && [...new Set(order)].filter((id) => known.has(id));
    await queries.writeChoice(tx, scope, seen, { defaultId, sorted });
    return readViews(ctx, tx, seen);
  });
