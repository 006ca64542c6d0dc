import { LIVE_PATH } from '@entrada/contract/insight/live';
import { roleMay } from '@entrada/contract/permissions';
import { z } from 'zod';
import type { Db } from '../../db/client.ts';
import { scopeOf, type UserActor, userOf } from '../context.ts';
import { type Api, download } from '../http/route.ts';
import { tokenOf } from '../http/session.ts';
import { findReach } from '../reach/queries.ts';
import { hashToken } from '../secrets.ts';
import type { Live, Viewer } from './hub.ts';
import { sendOpenEnded } from './open-ended.ts';

const A_DAY = 86_400;

const withEvents = async (db: Db, actor: UserActor) => ({
  ...actor,
  events: await findReach(db, scopeOf(actor)),
});

/** The stream of changes. It ends with the application, which waits for no reader. */
export function liveRoutes(api: Api, live: Live): void {
  const { app, config, findSession } = api;
  download(
    api,
    {
      path: LIVE_PATH,
      area: 'live',
      name: 'followChanges',
      summary:
        'Server-sent events: ids of orders, attendees and check-in lists of the account that changed, as far as the role may read them. Events: `changes`, `hello` (all that was missed has been sent), `reset` (more was missed than is kept: read again), `beat`, `end`. Come back with the last id, as Last-Event-ID or `after`; changes are kept for an hour. `age`: begin so many seconds ago.',
      types: ['text/event-stream'],
      access: 'events.read',
      params: z.object({}),
      query: z.object({
        after: z.string().max(60).optional(),
        age: z.coerce.number().int().min(0).max(A_DAY).optional(),
      }),
    },
    async ({ ctx, query, request }) => {
      const headers = {
        'cache-control': 'no-store, no-transform',
        // A proxy such as nginx would keep the events back.
        'x-accel-buffering': 'no',
      };
      const contentType = 'text/event-stream; charset=utf-8';
      if (request.method === 'HEAD') return { contentType, headers, body: '' };
      const last = request.headers['last-event-id'];
      const id = typeof last === 'string' ? last : query.after;
      // A stream is open for hours. It keeps what it needs of its request, not the request. A text is smaller than a buffer.
      const found = tokenOf(request, config);
      const session = found && hashToken(found.token).toString('latin1');
      const viewer: Viewer = {
        actor: await withEvents(api.db, userOf(ctx.actor)),
        check: async () => {
          const actor = session ? await findSession(Buffer.from(session, 'latin1')) : null;
          return actor?.kind === 'user' && roleMay(actor.role, 'events.read')
            ? withEvents(api.db, actor)
            : null;
        },
      };
      const body = await live.open(viewer, id === undefined ? { seconds: query.age ?? 0 } : { id });
      return { contentType, headers, body: (reply) => sendOpenEnded(reply, body) };
    },
  );
  app.addHook('preClose', async () => live.close());
  // The call has been answered, so its change was committed. A call of somebody who is not signed in yet must not differ by
  // what it changed, and its change can wait for the next look.
  app.addHook('onResponse', ({ method, url }, { statusCode }, done) => {
    const isChange = method !== 'GET' && method !== 'HEAD' && statusCode < 400;
    if (isChange && url.startsWith('/api/') && !url.startsWith('/api/auth/')) live.tell();
    done();
  });
}
