import { expect, test } from 'vitest';
import { eventPath } from '../catalog/events/service.ts';
import { buildTestApp } from './app.ts';
import { buildShop } from './shop.ts';

const app = await buildTestApp({ pages: 'built' });

/** The addresses of the links with these attributes, and where the first of them stands. */
function linksWith(html: string, attributes: string) {
  const found = [...html.matchAll(new RegExp(`<link(?=[^>]*${attributes})[^>]*href="([^"#]+)`, 'g'))];
  return { hrefs: found.map(([, href]) => href), first: found[0]?.index ?? -1 };
}

test('every document asks for its style sheets before its scripts, and for no other', async () => {
  const shop = await buildShop(app.db);
  const owner = app.as({ token: shop.token });
  const event = `/manage/event/${shop.eventId}`;
  const organizer = await app.db
    .selectFrom('organizers')
    .select('slug')
    .where('id', '=', shop.organizerId)
    .executeTakeFirstOrThrow();
  const page = eventPath({ id: shop.eventId, slug: shop.slug, organizerSlug: organizer.slug });
  for (const [client, url, status, namesScripts] of [
    // Its scripts name themselves after the first paint.
    [app.as(), page, 200, false],
    [app.as(), '/auth/login', 200, true],
    [app.as(), '/event/1/nothing-of-it/at-all', 404, true],
    [owner, `${event}/orders`, 200, true],
    [owner, `${event}/settings`, 200, true],
  ] as const) {
    const reply = await client.send({ method: 'GET', url });
    expect(reply.statusCode, url).toBe(status);
    const sheets = linksWith(reply.body, 'rel="stylesheet"');
    const asked = linksWith(reply.body, 'as="style"');
    const scripts = linksWith(reply.body, 'rel="modulepreload"');
    expect(sheets.hrefs.length, url).toBeGreaterThan(0);
    expect(new Set(asked.hrefs), url).toEqual(new Set(sheets.hrefs));
    expect(scripts.first >= 0, url).toBe(namesScripts);
    if (namesScripts) expect(asked.first, url).toBeLessThan(scripts.first);
  }
});
