import { endpoint } from '@entrada/contract/endpoint';
import type { FastifyPluginCallback } from 'fastify';
import { z } from 'zod';
import { fail } from '../../platform/errors.ts';
import type { Api } from '../../platform/http/route.ts';
import type { Resources } from '../../platform/resources.ts';
import { receiveWebhook } from './service.ts';

/**
 * The database's JSON type rejects NUL characters and lone surrogates. They are replaced, so that no event is lost
 * because of the characters in a name.
 */
const storable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '\uFFFD').toWellFormed() : value;

const webhook = endpoint({
  method: 'POST',
  path: '/public/webhooks/:provider',
  access: 'self',
  summary:
    'An event of a payment provider, signed in its own way over the bytes of the body. Stored before it is answered; a repeated event changes nothing.',
  status: 200,
  params: z.object({ provider: z.enum(['stripe', 'test_bank']) }),
  body: z.record(z.string(), z.unknown()),
});

/**
 * The routes at which providers report changes. The signature over the body's bytes is the only authentication. The
 * event is stored before it is acknowledged, and a job does the rest.
 */
export function paymentRoutes(api: Api, { provider }: Resources): void {
  api.routes.push({
    endpoint: webhook,
    options: {},
    file: { area: 'payments', name: 'receiveWebhook', types: [] },
  });
  const webhooks: FastifyPluginCallback = (scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
    scope.post<{ Params: { provider: string } }>(
      `/api${webhook.path}`,
      { config: { access: 'self' } },
      async (request, reply) => {
        if (!provider || request.params.provider !== provider.name) throw fail('NOT_FOUND');
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const parsed = provider.parseWebhook({ rawBody, headers: request.headers, now: api.clock.now() });
        if (!parsed.ok) {
          request.log.warn({ provider: provider.name, code: parsed.code }, 'webhook refused');
          throw fail('MALFORMED_REQUEST');
        }
        const body: unknown = JSON.parse(rawBody.toString('utf8'), storable);
        await receiveWebhook({ db: api.db, log: request.log }, provider.name, parsed.event, body);
        return reply.code(200).header('cache-control', 'no-store').send();
      },
    );
    done();
  };
  void api.app.register(webhooks);
}
