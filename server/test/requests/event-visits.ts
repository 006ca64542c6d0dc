import { eventPath } from '../../catalog/events/service.ts';
import { buildTestApp, type Client } from '../app.ts';
import { buildShop } from '../shop.ts';

type Line = { req?: { method: string; url: string } };

/** An application that serves the built pages by a clock of the test, with what visits of event pages need. */
export async function openEventPages() {
  let at = Date.now();
  /** The clock of the process. Only this clock decides how old a page is. */
  const clock = { now: () => new Date(at) };
  const pass = (ms: number) => {
    at += ms;
  };
  /** The addresses that were asked for, those of the API included. */
  const asked: string[] = [];
  const stream = {
    write: (line: string) => {
      const { req } = JSON.parse(line) as Line;
      if (req) asked.push(req.url);
    },
  };
  const app = await buildTestApp({ pages: 'built', clock, logger: { level: 'info', stream } });

  /**
   * An event with one free ticket, and the number of renderings of its page. Each rendering asks the API once.
   */
  async function openShop(overrides: Parameters<typeof buildShop>[1] = {}) {
    const shop = await buildShop(app.db, overrides);
    const { slug: organizerSlug } = await app.db
      .selectFrom('organizers')
      .select('slug')
      .where('id', '=', shop.organizerId)
      .executeTakeFirstOrThrow();
    const call = `/api/public/events/${shop.eventId}`;
    return {
      ...shop,
      path: eventPath({ id: shop.eventId, slug: shop.slug, organizerSlug }),
      renderings: () => asked.filter((url) => url === call).length,
    };
  }

  const visit = (url: string, headers: Record<string, string> = {}, client: Client = app.as()) =>
    client.send({ method: 'GET', url, headers: { 'accept-language': 'en', ...headers } });

  return { app, asked, clock, pass, openShop, visit };
}
