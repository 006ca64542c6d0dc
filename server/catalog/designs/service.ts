import type { Design, updateDesign as updateDesignEndpoint } from '@entrada/contract/catalog/designs';
import type { updateWidget as updateWidgetEndpoint, Widget } from '@entrada/contract/catalog/widget';
import type { Updateable } from 'kysely';
import type { z } from 'zod';
import type { Db, Tx } from '../../db/client.ts';
import type { EventSettings } from '../../db/types.ts';
import { saveChange } from '../../platform/audit.ts';
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

const toDesign = ({ version, colors, background, continueButtonText }: DesignRecord): Design => ({
  version,
  colors,
  background,
  continueButtonText,
});

const toWidget = ({ version, widgetAutoResize }: DesignRecord): Widget => ({
  version,
  autoResize: widgetAutoResize,
});

/** How the public page of an event looks. NOT_FOUND. */
export const getDesign = async (ctx: Ctx, eventId: number): Promise<Design> =>
  toDesign(await read(ctx, eventId));

/** The default behaviour of widgets whose snippet does not set it. NOT_FOUND. */
export const getWidget = async (ctx: Ctx, eventId: number): Promise<Widget> =>
  toWidget(await read(ctx, eventId));

/**
 * Changes how the public page looks and records it. NOT_FOUND; EVENT_ARCHIVED; STALE_VERSION with params.version if the
 * design was changed meanwhile. Locks the event.
 */
export async function updateDesign(
  ctx: Ctx,
  eventId: number,
  input: z.output<(typeof updateDesignEndpoint)['body']>,
): Promise<Design> {
  const { version, ...design } = input;
  const change = { version, action: 'event.design_changed', values: designColumns(design) };
  return toDesign(await write(ctx, eventId, change));
}

/** Changes how widgets behave and records it. Errors and lock as `updateDesign`. */
export async function updateWidget(
  ctx: Ctx,
  eventId: number,
  input: z.output<(typeof updateWidgetEndpoint)['body']>,
): Promise<Widget> {
  const values = { widget_auto_resize: input.autoResize };
  return toWidget(
    await write(ctx, eventId, { version: input.version, action: 'event.widget_changed', values }),
  );
}

const auditable = ({ version: _, ...fields }: DesignRecord) => fields;

function write(
  ctx: Ctx,
  eventId: number,
  { version, action, values }: { version: number; action: string; values: Updateable<EventSettings> },
): Promise<DesignRecord> {
  const scope = scopeOf(ctx.actor);
  return saveChange(ctx, scope, { action, target: { type: 'event', id: eventId }, auditable }, async (tx) => {
    const locked = await lockEvent(tx, scope, eventId);
    expectVersion(version, locked.version);
    const before = await read(ctx, eventId, tx);
    await updateEventRow(tx, scope, eventId, { settings: values, isEdit: true });
    return { before, after: await read(ctx, eventId, tx) };
  });
}
