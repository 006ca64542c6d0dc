import { endpoint } from '@entrada/contract/endpoint';
import type { FastifyPluginCallback } from 'fastify';
import { z } from 'zod';
import { fail } from '../../platform/errors.ts';
import { addressKey, LIMITS_BY_PURPOSE } from '../../platform/http/limits.ts';
import type { Api } from '../../platform/http/route.ts';
import { noteReport } from './service.ts';
import { mailgun } from './webhooks/mailgun.ts';
import { postmark } from './webhooks/postmark.ts';
import { ses } from './webhooks/ses.ts';

const SERVICES = { ses, postmark, mailgun };
const names = ['ses', 'postmark', 'mailgun'] as const satisfies (keyof typeof SERVICES)[];

const webhook = endpoint({
  method: 'POST',
  path: '/public/webhooks/mail/:service',
  access: 'self',
  summary:
    'What a mail service reports of mails that came back, signed in its own way. A repeated report changes nothing, and whether a mail is known is not told.',
  status: 200,
  params: z.object({ service: z.enum(names) }),
  body: z.record(z.string(), z.unknown()),
});

const MOST_BYTES = 1024 * 1024;

/**
 * The routes at which mail services report mails that came back. The signature, or the password of Postmark, is the only
 * authentication.
 */
export function bounceRoutes(api: Api): void {
  api.routes.push({
    endpoint: webhook,
    options: { limits: [LIMITS_BY_PURPOSE.mailReports] },
    file: { area: 'mailReports', name: 'receiveMailReport', types: [] },
  });
  const services = Object.fromEntries(names.map((name) => [name, SERVICES[name](api.config)]));
  const webhooks: FastifyPluginCallback = (scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MOST_BYTES }, (_request, body, parsed) =>
      parsed(null, body),
    );
    scope.post<{ Params: { service: string } }>(
      `/api${webhook.path}`,
      { config: { access: 'self' }, bodyLimit: MOST_BYTES },
      async (request, reply) => {
        api.limiters.spend(LIMITS_BY_PURPOSE.mailReports, addressKey(request));
        const name = names.find((one) => one === request.params.service);
        const read = name && services[name];
        if (!name || !read) throw fail('NOT_FOUND');
        const body = typeof request.body === 'string' ? request.body : '';
        const parsed = await read({ body, headers: request.headers, now: api.clock.now() });
        if (parsed.is === 'refused') {
          request.log.warn({ service: name }, 'report of a mail service refused');
          throw fail('MALFORMED_REQUEST');
        }
        if (parsed.is === 'report') {
          const told = await noteReport(api, parsed.report, name);
          request.log.info({ service: name, told }, 'report of a mail service');
          // The service reports again later, when the mail is known to be sent.
          if (told === 'early') throw fail('UNAVAILABLE', { retryAfter: 60 });
          parsed.accept?.();
        }
        return reply.code(200).header('cache-control', 'no-store').send();
      },
    );
    done();
  };
  void api.app.register(webhooks);
}
