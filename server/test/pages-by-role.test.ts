import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROLES, type Role } from '@entrada/contract/permissions';
import { expect, test, vi } from 'vitest';
import { buildTestApp } from './app.ts';
import { buildRequestWorld } from './requests/world.ts';

const app = await buildTestApp({ pages: 'built' });
const world = await buildRequestWorld(app.db);

type Reply = Awaited<ReturnType<typeof visit>>;
type Entry = { path?: string; parentId?: string };
const { routes } = (await import(
  pathToFileURL(join(import.meta.dirname, '../../web/build/server/index.js')).href
)) as { routes: Record<string, Entry> };

/** The whole address of a route, with all its optional parts. */
const addressOf = ({ path, parentId }: Entry): string => {
  const parent = parentId === undefined ? undefined : routes[parentId];
  const above = parent ? addressOf(parent) : '';
  return path ? `${above}/${path}` : above;
};

const VALUES: Record<string, string> = {
  eventId: String(world.eventId),
  organizerId: String(world.organizerId),
  // None of this world.
  messageId: '999999999',
  eventsState: 'upcoming',
  report: '',
  section: '',
};
const pages = [...new Set(Object.values(routes).map(addressOf))]
  .filter((path) => /^\/(manage|account)\//.test(path) && !path.includes('*') && !path.includes('token'))
  .map((path) =>
    path
      .replace(/:(\w+)\??/g, (_, name: string) => VALUES[name] ?? '1')
      .replace('?', '')
      .replace(/\/$/, ''),
  );

const NO_PERMISSION = 'No permission';
const visit = (role: Role, url: string) =>
  app.as({ token: world.tokens[role] }).send({
    method: 'GET',
    url,
    headers: { 'accept-language': 'en', accept: 'text/html' },
  });

const navOf = (html: string): string[] => {
  const [nav = ''] = /<nav[\s\S]*?<\/nav>/.exec(html) ?? [];
  return [...nav.matchAll(/href="(\/(?:manage|account)[^"]*)"/g)].map(([, href]) => href ?? '');
};

test('the table of routes has the pages that people know', () => {
  expect(pages.length).toBeGreaterThan(35);
  for (const known of ['/account/settings', '/account/audit-log', '/manage/door', '/manage/profile/security'])
    expect(pages).toContain(known);
});

/** All that opens for somebody who works at a door. */
const OF_DOOR_ROLES = ['/manage/door', '/manage/account', '/manage/profile', '/manage/profile/security'];
const isAtDoor = (role: Role) => role === 'door_supervisor' || role === 'door_staff';

/** The calls of the API that were refused. */
async function refusedIn(results: readonly { value: unknown }[]): Promise<string[]> {
  const replies = await Promise.all(results.map(async ({ value }) => (await value) as Reply));
  return replies.filter(({ statusCode }) => statusCode === 403).map(({ raw }) => raw.req.url ?? '');
}

/** An administrator has the pages of the owner. */
const walked = ROLES.filter((role) => role !== 'admin');

test.each(walked)(
  'every page of the workspace opens for %s, or says who can give access',
  async (role) => {
    const led = new Set<string>();
    const broken: string[] = [];
    // What the server asks of the API for a page.
    let calls = 0;
    const asked = vi.spyOn(app.app, 'inject');
    for (const page of pages) {
      asked.mockClear();
      const reply = await visit(role, page);
      calls += asked.mock.calls.length;
      const isRefused = reply.statusCode === 403 && reply.body.includes(NO_PERMISSION);
      const isMissing = reply.statusCode === 404 && page.includes('999999999');
      const isElsewhere = reply.statusCode === 302 && !String(reply.headers.location).includes('/auth/');
      if (reply.statusCode !== 200 && !isRefused && !isMissing && !isElsewhere)
        broken.push(`${page} ${reply.statusCode}`);
      // After a sign-out the back button shows nothing of it.
      if (!String(reply.headers['cache-control']).includes('no-store')) broken.push(`${page} is kept`);
      if (reply.statusCode === 200)
        broken.push(...(await refusedIn(asked.mock.results)).map((url) => `${page} asks for ${url}`));
      if (!isRefused && isElsewhere === false && isAtDoor(role) && !OF_DOOR_ROLES.includes(page))
        broken.push(`${page} opens`);
      for (const href of navOf(reply.body)) led.add(href);
    }
    asked.mockRestore();
    expect(calls).toBeGreaterThan(2 * pages.length);
    expect(broken).toEqual([]);
    // The navigation leads to no page that the role does not include.
    expect(led.size).toBeGreaterThan(0);
    for (const href of led) {
      const reply = await visit(role, href);
      const followed = reply.statusCode === 302 ? await visit(role, String(reply.headers.location)) : reply;
      expect([role, href, followed.statusCode]).toEqual([role, href, 200]);
    }
  },
  120_000,
);

test('whoever works at a door begins with their check-in lists', async () => {
  for (const role of ['door_supervisor', 'door_staff'] as const) {
    const begun = await visit(role, '/manage/events');
    expect([begun.statusCode, begun.headers.location]).toEqual([302, '/manage/door']);
    const page = await visit(role, '/manage/door');
    expect(page.body).toContain('canary-list');
    expect(page.body).not.toContain('href="/manage/events"');
  }
});
