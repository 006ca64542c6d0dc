import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const PATH = '/check-in/worker.js';

/** Takes the worker back: it removes what it kept and itself. Browsers ask for it at each visit, at most a day later. */
const TAKEN_BACK = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith('entrada-door-')) await caches.delete(name);
      await self.registration.unregister();
    })(),
  );
});
`;

/**
 * Serves the service worker of the door, which web/bundle/door-worker.ts builds. Without one, or if the operator has switched it
 * off (`DOOR_WORKER=off`), browsers get a worker that removes itself. It is never cached, and may only call this site.
 */
export async function serveDoorWorker(app: FastifyInstance, client: string | null): Promise<void> {
  const built = client && (await readFile(join(client, PATH), 'utf8').catch(() => null));
  app.get(PATH, (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': "default-src 'none'; connect-src 'self'",
        'x-content-type-options': 'nosniff',
      })
      .send(built || TAKEN_BACK),
  );
}
