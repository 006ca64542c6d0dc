import type { FastifyRequest } from 'fastify';

/** Headers that carry sessions and secrets. */
const HIDDEN_HEADERS = [
  'req.headers.cookie',
  'req.headers.authorization',
  'req.headers["x-xsrf-token"]',
  'req.headers["idempotency-key"]',
  'res.headers["set-cookie"]',
  'res.headers["x-auth-token"]',
];

/**
 * An address without the secrets in it: mailed tokens, short ids, which give access to what they name, the promo codes
 * that buyers try, and what people search for.
 */
export function withoutSecrets(url: string): string {
  return url
    .replace(/\b(o|a|cl)_[A-Za-z0-9_-]{22}/g, '$1_[hidden]')
    .replace(/[A-Za-z0-9_-]{43}/g, '[hidden]')
    .replace(/(\/public\/events\/[^/?]*\/promo-codes\/)[^/?]+/gi, '$1[hidden]')
    .replace(/([?&](?:query|previous|[^=&]*(?:email|promo)[^=&]*)=)[^&]*/gi, '$1[hidden]');
}

/** Structured logs for Fastify: one line of JSON for each entry, with the request id and without secrets. */
export function loggerOptions(level: string) {
  return {
    level,
    redact: { paths: HIDDEN_HEADERS, censor: '[hidden]' },
    serializers: {
      req: (request: FastifyRequest) => ({
        method: request.method,
        url: withoutSecrets(request.url),
        host: request.host,
        address: request.ip,
      }),
    },
  };
}
