import type { Design, updateDesign as updateDesignEndpoint } from '@entrada/contract/catalog/designs';
import type { updateWidget as updateWidgetEndpoint, Widget } from '@entrada/contract/catalog/widget';
import type { Updateable } from 'kysely';
import type { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../../db/client.ts';
import type { EventSettings } from '../../db/types.ts';
import { auditChange } from '../../platform/audit.ts';
import { type Ctx, scopeOf } from '../../platform/context.ts';
import { expectVersion, fail } from '../../platform/errors.ts';
import { updateEventRow } from '../events/queries.ts';
import { lockEvent } from '../events/service.ts';
import { type DesignRecord, designColumns, findDesign } from './queries.ts';

async function read(ctx: Ctx, eventId: number, tx: Tx | Db = ctx.db): Promise<DesignRecord> {
  const found = await findDesign(tx, scopeOf(ctx.actor), eventId);
  if (!found) throw fail('NOT_FOUND');
  return found;
}

/** How the public page of an event looks. NOT_FOUND. `tx` may be the pool. */
export async function getDesign(ctx: Ctx, eventId: number, tx: Tx | Db = ctx.db): Promise<Design> {
  const { version, colors, background, continueButtonText } = await read(ctx, eventId, tx);
  return { version, colors, background, continueButtonText };
}

/** The default behaviour of widgets whose snippet does not set it. NOT_FOUND. `tx` may be the pool. */
export async function getWidget(ctx: Ctx, eventId: number, tx: Tx | Db = ctx.db): Promise<Widget> {
  const { version, widgetAutoResize } = await read(ctx, eventId, tx);
  return { version, autoResize: widgetAutoResize };
}

/**
 * Changes how the public page looks and records it. NOT_FOUND; EVENT_ARCHIVED; STALE_VERSION with params.version if the
 * design was changed meanwhile. Locks the event.
 */
export function updateDesign(
  ctx: Ctx,
  eventId: number,
  input: z.output<(typeof updateDesignEndpoint)['body']>,
): Promise<Design> {
  const { version, ...design } = input;
  return inTransaction(ctx.db, async (tx) => {
    await write(ctx, tx, eventId, { version, action: 'event.design_changed', values: designColumns(design) });
    return getDesign(ctx, eventId, tx);
  });
}

/** Changes how widgets behave and records it. Errors and lock as `updateDesign`. */
export function updateWidget(
  ctx: Ctx,
  eventId: number,
  input: z.output<(typeof updateWidgetEndpoint)['body']>,
): Promise<Widget> {
  return inTransaction(ctx.db, async (tx) => {
    await write(ctx, tx, eventId, {
      version: input.version,
      action: 'event.widget_changed',
      values: { widget_auto_resize: input.autoResize },
    });
    return getWidget(ctx, eventId, tx);
  });
}

async function write(
  ctx: Ctx,
  tx: Tx,
  eventId: number,
  change: { version: number; action: string; values: Updateable<EventSettings> },
): Promise<void> {
  const scope = scopeOf(ctx.actor);
  const locked = await lockEvent(tx, scope, eventId);
  expectVersion(change.version, locked.version);
  const { version: _, ...before } = await read(ctx, eventId, tx);
  await updateEventRow(tx, scope, eventId, { settings: change.values, isEdit: true });
  const { version: __, ...after } = await read(ctx, eventId, tx);
  await auditChange(tx, ctx, scope, {
    action: change.action,
    target: { type: 'event', id: eventId },
    before,
    after,
  });
}
