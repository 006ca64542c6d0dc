import type { Endpoint } from '@entrada/contract/endpoint';
import { ENDPOINTS } from '@entrada/contract/endpoints';
import { ERROR_CODES } from '@entrada/contract/errors';
import { FILE_ENCODINGS, FILE_SEPARATORS } from '@entrada/contract/sales/imports/file';
import { z } from 'zod';
import type { Config } from '../../config/environment.ts';
import type { Described } from './declared.ts';
import { refusedReplies } from './openapi-replies.ts';
import { sessionCookieName } from './session.ts';

export type Json = Record<string, unknown>;

/** A record whose keys are known is described by its properties. */
function nameKeys(schema: Json): void {
  const { required, additionalProperties: value } = schema;
  if (schema['propertyNames'] === undefined || !Array.isArray(required)) return;
  schema['properties'] = Object.fromEntries(required.map((key) => [key, value]));
  schema['additionalProperties'] = false;
  delete schema['propertyNames'];
}

export const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => nameKeys(jsonSchema as Json),
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

const CHOSEN_PARAMETERS: Json[] = [
  { name: 'ids', in: 'query', description: 'Only these rows: ids with commas.', schema: { type: 'string' } },
  {
    name: 'except',
    in: 'query',
    description: 'All but these rows: ids with commas.',
    schema: { type: 'string' },
  },
];

const KEY_PARAMETER: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Send the same key with each repetition of one change, so that it happens once. Kept for 24 hours.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,100}$' },
};

function bodyOf({ body, multipart }: Endpoint): Json {
  if (multipart === 'GUEST_FILE') {
    const properties = {
      file: { type: 'string', contentMediaType: 'application/octet-stream' },
      encoding: { type: 'string', enum: FILE_ENCODINGS },
      separator: { type: 'string', enum: FILE_SEPARATORS },
    };
    const schema = { type: 'object', required: ['file'], properties };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (multipart) {
    const properties = {
      image: { type: 'string', contentMediaType: 'application/octet-stream' },
      type: { type: 'string', enum: [multipart] },
      edit: { type: 'string', description: 'The body of the PUT of a picture, as JSON text.' },
    };
    const schema = { type: 'object', required: ['image', 'type'], properties };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (body instanceof z.ZodUndefined) return {};
  const content = { 'application/json': { schema: schemaOf(body, 'input') } };
  return { requestBody: { required: true, content } };
}

function doneReply({ endpoint, file }: Described): Json {
  if (file && file.types.length > 0) {
    const content = Object.fromEntries(file.types.map((type) => [type, { schema: { type: 'string' } }]));
    return { description: 'The file', content };
  }
  if (endpoint.response instanceof z.ZodUndefined) return { description: 'Done' };
  const schema = schemaOf(endpoint.response, 'output');
  return { description: 'Done', content: { 'application/json': { schema } } };
}

const named = new Map(ENDPOINTS.map(({ area, name, endpoint }) => [endpoint, { area, name }]));

/** How the document and the reference name a call. */
export const nameOf = ({ endpoint, file }: Described): { area: string; name: string } =>
  file ?? named.get(endpoint) ?? { area: 'other', name: `${endpoint.method} ${endpoint.path}` };

function operationOf(described: Described): Json {
  const { endpoint, file } = described;
  const { area, name } = nameOf(described);
  const isPublic = endpoint.access === 'public' || endpoint.access === 'self';
  const isList = endpoint.query instanceof z.ZodPipe || file?.isOfRows === true;
  return {
    operationId: name,
    tags: [area],
    summary: endpoint.summary,
    'x-access': endpoint.access,
    security: isPublic ? [] : [{ session: [] }, { bearer: [] }],
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...(isList ? LIST_PARAMETERS : parametersOf(endpoint.query, 'query')),
      ...(file?.isOfRows ? CHOSEN_PARAMETERS : []),
      ...(endpoint.idempotent ? [KEY_PARAMETER] : []),
    ],
    ...bodyOf(endpoint),
    responses: { [endpoint.status]: doneReply(described), ...refusedReplies(described) },
  };
}

/** What holds for every call. */
const GENERAL = `Money is in minor units of the named currency; times are instants in UTC. Parameters of a query are written in
snake_case (\`per_page\`, \`sort_by\`), fields of bodies and replies in camelCase. So the \`meta\` of a list names as \`perPage\`
and \`sortBy\` what its query calls \`per_page\` and \`sort_by\`; the values in \`sortBy\`, \`allowedSorts\` and \`allowedFilters\`
are written as the query takes them. A scan at the door and its undo carry a nonce in the body in place of an Idempotency-Key.`;

/** The OpenAPI 3.1 document of every route below /api. It is made from the same schemas that validate requests. */
export function openApiDocument(config: Config, routes: readonly Described[]): Json {
  const paths: Record<string, Json> = {};
  for (const described of routes) {
    const path = described.endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [described.endpoint.method.toLowerCase()]: operationOf(described) };
  }
  const areas = [...new Set(routes.map((one) => nameOf(one).area))];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Entrada',
      version: '1',
      description: GENERAL.replaceAll('\n', ' '),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${config.baseUrl}/api` }],
    tags: areas.map((name) => ({ name, description: `Calls about ${spoken(name)}.` })),
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

/** "taxesAndFees" as "taxes and fees". */
const spoken = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
