import { DEFAULT_COLORS, getDesign, updateDesign } from '@entrada/contract/catalog/designs';
import { getPublicEvent } from '@entrada/contract/catalog/shop';
import { getWidget, updateWidget } from '@entrada/contract/catalog/widget';
import { LIMITS } from '@entrada/contract/constants';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/factory.ts';
import { buildTestApp } from '../../test/app.ts';
import { buildEvent } from '../events/factory.ts';

const app = await buildTestApp();
const owner = await buildAccount(app.db);
const stranger = await buildAccount(app.db);
const client = app.as(owner);
const newEvent = async (more: object = {}) => {
  const { eventId } = await buildEvent(app.db, { accountId: owner.accountId, ...more });
  return { eventId, params: { eventId: String(eventId) } };
};

const TEAL = { page: '#0e3b43', text: '#f4efe9', button: '#ffb703', buttonText: '#1c1815' };
const design = { colors: TEAL, background: 'blurred_cover', continueButtonText: 'Get tickets' } as const;

const audits = (eventId: number, action: string) =>
  app.db
    .selectFrom('audit_entries')
    .select(['before', 'after'])
    .where('target_id', '=', eventId)
    .where('action', '=', action)
    .execute();

test('a design is kept, recorded, and shown on the public page', async () => {
  const { eventId, params } = await newEvent();
  const fresh = await client.call(getDesign, { params });
  expect(fresh.body.data).toEqual({ version: 1, colors: null, background: 'color', continueButtonText: '' });

  const body = { version: 1, ...design, colors: { ...TEAL, page: '#0E3B43' } };
  const saved = await client.call(updateDesign, { params, body });
  expect(saved.status).toBe(200);
  expect(saved.body.data).toEqual({ version: 2, ...design });
  expect((await client.call(getDesign, { params })).body.data).toEqual(saved.body.data);

  const page = await app.as().call(getPublicEvent, { params });
  expect(page.body.data.settings).toMatchObject(design);
  const [entry] = await audits(eventId, 'event.design_changed');
  expect(entry?.before).toMatchObject({ colors: null, background: 'color' });
  expect(entry?.after).toMatchObject(design);

  const back = { version: 2, colors: null, background: 'color', continueButtonText: '' } as const;
  expect((await client.call(updateDesign, { params, body: back })).body.data.colors).toBeNull();
  expect((await app.as().call(getPublicEvent, { params })).body.data.settings.colors).toBeNull();
});

test('a save that is based on an old version does not overwrite the newer one', async () => {
  const { params } = await newEvent();
  await client.call(updateDesign, { params, body: { version: 1, ...design } });
  const late = await client.call(updateDesign, { params, body: { version: 1, ...design, colors: null } });
  expect([late.status, late.problem.code, late.problem.params]).toEqual([
    409,
    'STALE_VERSION',
    { version: 2 },
  ]);
  expect((await client.call(getDesign, { params })).body.data.colors).toEqual(TEAL);
  const widget = await client.call(updateWidget, { params, body: { version: 1, autoResize: false } });
  expect(widget.problem.code).toBe('STALE_VERSION');
});

test('the design of an archived event cannot change; another account cannot read it', async () => {
  const { params } = await newEvent({ status: 'archived' });
  const body = { version: 1, ...design };
  expect((await client.call(updateDesign, { params, body })).problem.code).toBe('EVENT_ARCHIVED');
  const widget = { version: 1, autoResize: false };
  expect((await client.call(updateWidget, { params, body: widget })).problem.code).toBe('EVENT_ARCHIVED');
  const other = app.as(stranger);
  expect((await other.call(getDesign, { params })).status).toBe(404);
  expect((await other.call(updateDesign, { params, body })).status).toBe(404);
  expect((await other.call(getWidget, { params })).status).toBe(404);
  expect((await other.call(updateWidget, { params, body: widget })).status).toBe(404);
});

const edge = 'x'.repeat(LIMITS.continueButtonText);
test.each([
  ['the longest button', { continueButtonText: edge }, 200],
  ['a longer button', { continueButtonText: `${edge}x` }, 422],
  ['NUL in the button', { continueButtonText: 'a\u0000b' }, 422],
  ['a colour by name', { colors: { ...TEAL, page: 'red' } }, 422],
  ['a short colour', { colors: { ...TEAL, page: '#fff' } }, 422],
  ['a colour that sees through', { colors: { ...TEAL, page: '#ffffffff' } }, 422],
  ['a colour without its sign', { colors: { ...TEAL, page: 'ffffff' } }, 422],
  ['three colours', { colors: { page: '#ffffff', text: '#000000', button: '#000000' } }, 422],
  ['five colours', { colors: { ...TEAL, link: '#ffffff' } }, 422],
  ['the default colours', { colors: DEFAULT_COLORS }, 200],
  ['white on white', { colors: { ...DEFAULT_COLORS, page: '#ffffff', text: '#ffffff' } }, 422],
  ['small print too faint', { colors: { ...DEFAULT_COLORS, text: '#6a6a6a' } }, 422],
  ['white on an ember button', { colors: { ...DEFAULT_COLORS, buttonText: '#ffffff' } }, 422],
  ['an unknown background', { background: 'video' }, 422],
  ['no background', { background: null }, 422],
  ['the version as a text', { version: '1' }, 422],
  ['version 0', { version: 0 }, 422],
] as const)('%s: %i', async (_name, change, status) => {
  const { params } = await newEvent();
  const body = { version: 1, ...design, ...change } as never;
  const reply = await client.call(updateDesign, { params, body });
  expect(reply.status).toBe(status);
  const { version } = (await client.call(getDesign, { params })).body.data;
  expect(version).toBe(status === 200 ? 2 : 1);
});

test('each event decides whether its widgets grow, and visitors can read it', async () => {
  const { eventId, params } = await newEvent();
  expect((await client.call(getWidget, { params })).body.data).toEqual({ version: 1, autoResize: true });
  const saved = await client.call(updateWidget, { params, body: { version: 1, autoResize: false } });
  expect(saved.body.data).toEqual({ version: 2, autoResize: false });
  const page = await app.as().call(getPublicEvent, { params });
  expect(page.body.data.settings.widgetAutoResize).toBe(false);
  expect(await audits(eventId, 'event.widget_changed')).toEqual([
    { before: { widgetAutoResize: true }, after: { widgetAutoResize: false } },
  ]);
  const wrong = { version: 2, autoResize: 'yes' } as never;
  expect((await client.call(updateWidget, { params, body: wrong })).status).toBe(422);
});

test('colours that cannot be read are refused by field, and old ones are still shown', async () => {
  const { params } = await newEvent();
  const unreadable = { page: '#ffffff', text: '#eeeeee', button: '#000000', buttonText: '#111111' };
  const body = { version: 1, ...design, colors: unreadable };
  const reply = await client.call(updateDesign, { params, body });
  expect(reply.problem.errors).toEqual([
    { path: 'colors.text', code: 'unreadable' },
    { path: 'colors.buttonText', code: 'unreadable' },
  ]);
  await app.db
    .updateTable('event_settings')
    .set({
      color_page: '#ffffff',
      color_text: '#eeeeee',
      color_button: '#000000',
      color_button_text: '#111111',
    })
    .where('event_id', '=', Number(params.eventId))
    .execute();
  expect((await client.call(getDesign, { params })).body.data.colors).toEqual(unreadable);
});
