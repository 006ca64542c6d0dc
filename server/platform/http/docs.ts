import { ENDPOINTS } from '@entrada/contract/endpoints';
import { ERROR_CODES } from '@entrada/contract/errors';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Config } from '../../config/environment.ts';
import { ERROR_MEANINGS } from '../errors.ts';
import { sessionCookieName } from './session.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    cycles: 'ref',
    reused: 'inline',
  }) as Json;
  return json;
};

function parametersOf(schema: z.ZodType, where: 'path' | 'query'): Json[] {
  const json = schemaOf(schema, 'input');
  const properties = (json['properties'] ?? {}) as Record<string, Json>;
  const required = (json['required'] ?? []) as string[];
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: value,
  }));
}

const LIST_PARAMETERS: Json[] = [
  { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, default: 1 } },
  { name: 'per_page', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
  { name: 'query', in: 'query', schema: { type: 'string', maxLength: 200 } },
  { name: 'sort_by', in: 'query', schema: { type: 'string' } },
  { name: 'sort_direction', in: 'query', schema: { type: 'string', enum: ['asc', 'desc'] } },
  {
    name: 'filter_fields',
    in: 'query',
    style: 'deepObject',
    explode: true,
    description: 'filter_fields[field][operator]=value; the reply’s meta names what is allowed.',
    schema: {
      type: 'object',
      additionalProperties: { type: 'object', additionalProperties: { type: 'string' } },
    },
  },
];

/** The OpenAPI 3.1 document. It is made from the same schemas that validate requests. */
function openApiDocument(config: Config): Json {
  const paths: Record<string, Json> = {};
  for (const { area, name, endpoint } of ENDPOINTS) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const isPublic = endpoint.access === 'public' || endpoint.access === 'self';
    const isList = endpoint.query instanceof z.ZodPipe;
    const hasBody = !(endpoint.body instanceof z.ZodUndefined);
    const hasReply = !(endpoint.response instanceof z.ZodUndefined);
    const operation: Json = {
      operationId: name,
      tags: [area],
      summary: endpoint.summary,
      'x-access': endpoint.access,
      security: isPublic ? [] : [{ session: [] }, { bearer: [] }],
      parameters: [
        ...parametersOf(endpoint.params, 'path'),
        ...(isList ? LIST_PARAMETERS : parametersOf(endpoint.query, 'query')),
        ...(endpoint.idempotent
          ? [
              {
                name: 'Idempotency-Key',
                in: 'header',
                schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,100}$' },
              },
            ]
          : []),
      ],
      ...(hasBody && {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
        },
      }),
      ...(endpoint.multipart && {
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['image', 'type'],
                properties: {
                  image: { type: 'string', format: 'binary' },
                  type: { type: 'string', enum: ['EVENT_COVER'] },
                },
              },
            },
          },
        },
      }),
      responses: {
        [endpoint.status]: hasReply
          ? {
              description: 'Done',
              content: { 'application/json': { schema: schemaOf(endpoint.response, 'output') } },
            }
          : { description: 'Done' },
        default: {
          description: 'Refused',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
    };
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Entrada',
      version: '1',
      description: 'Money is in minor units of the named currency; times are instants in UTC.',
    },
    servers: [{ url: `${config.baseUrl}/api` }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookieName(config) },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      schemas: {
        Problem: {
          type: 'object',
          required: ['type', 'title', 'status', 'code', 'detail'],
          properties: {
            type: { type: 'string' },
            title: { type: 'string' },
            status: { type: 'integer' },
            code: { type: 'string', enum: [...ERROR_CODES] },
            detail: { type: 'string' },
            requestId: { type: 'string' },
            errors: {
              type: 'array',
              items: { type: 'object', properties: { path: { type: 'string' }, code: { type: 'string' } } },
            },
            params: { type: 'object' },
          },
        },
      },
    },
  };
}

const escapeHtml = (text: unknown) =>
  String(text).replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign,
  );

/** A readable reference for developers, without scripts. It is in English, like the API. */
function referencePage(document: Json): string {
  const rows = ENDPOINTS.map(({ area, name, endpoint }) => {
    const body =
      endpoint.body instanceof z.ZodUndefined
        ? ''
        : `<h4>Body</h4><pre>${escapeHtml(JSON.stringify(schemaOf(endpoint.body, 'input'), null, 2))}</pre>`;
    const reply =
      endpoint.response instanceof z.ZodUndefined
        ? ''
        : `<h4>Reply ${endpoint.status}</h4><pre>${escapeHtml(JSON.stringify(schemaOf(endpoint.response, 'output'), null, 2))}</pre>`;
    return `<details id="${escapeHtml(name)}"><summary><code>${endpoint.method} /api${escapeHtml(endpoint.path)}</code> <span>${escapeHtml(area)}</span></summary>
      <p>${escapeHtml(endpoint.summary)}</p><p>Access: <code>${escapeHtml(endpoint.access)}</code></p>${body}${reply}</details>`;
  });
  const codes = ERROR_CODES.map(
    (code) =>
      `<tr><td><code>${code}</code></td><td>${ERROR_MEANINGS[code].status}</td><td>${escapeHtml(ERROR_MEANINGS[code].detail)}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
    <title>Entrada API</title><style>
    body{font:16px/1.5 system-ui,sans-serif;max-width:960px;margin:0 auto;padding:32px 20px;background:#faf8f5;color:#1c1815}
    details{border-top:1px solid #e8e2da;padding:8px 0}summary{cursor:pointer;padding:6px 0}summary span{color:#665e56;margin-left:8px}
    pre{overflow:auto;background:#f3efea;padding:12px;border-radius:8px;font-size:13px}table{border-collapse:collapse;width:100%}td{border-top:1px solid #e8e2da;padding:6px 8px 6px 0;vertical-align:top}
    a{color:#b02c00}</style></head><body><main><h1>Entrada API</h1>
    <p>${escapeHtml((document['info'] as Json)['description'])} The machine-readable description is <a href="/api/docs/openapi.json">openapi.json</a>.</p>
    <h2>Calls</h2>${rows.join('')}<h2>Error codes</h2><table><tbody>${codes.join('')}</tbody></table></main></body></html>`;
}

/** Serves `/api/docs` and `/api/docs/openapi.json`. */
export function registerDocs(app: FastifyInstance, config: Config): void {
  const document = openApiDocument(config);
  const page = referencePage(document);
  app.get('/api/docs/openapi.json', { config: { access: 'public' } }, async () => document);
  app.get('/api/docs', { config: { access: 'public' } }, async (_request, reply) =>
    reply
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      )
      .type('text/html; charset=utf-8')
      .send(page),
  );
}
