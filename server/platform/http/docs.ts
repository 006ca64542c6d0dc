import { ERROR_CODES } from '@entrada/contract/errors';
import { z } from 'zod';
import { ERROR_MEANINGS } from '../errors.ts';
import type { Described } from './declared.ts';
import { type Json, nameOf, openApiDocument, schemaOf } from './openapi.ts';
import type { Api } from './route.ts';

const escapeHtml = (text: unknown) =>
  String(text).replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign,
  );

/** A readable reference for developers, without scripts. It is in English, like the API. */
function referencePage(document: Json, routes: readonly Described[]): string {
  const rows = routes.map((described) => {
    const { endpoint } = described;
    const { area, name } = nameOf(described);
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

/** Serves `/api/docs` and `/api/docs/openapi.json`. Both are made when somebody asks for them, because few do. */
export function registerDocs({ app, config, routes }: Api): void {
  let made: { document: Json; page: string } | undefined;
  const make = () => {
    const document = openApiDocument(config, routes);
    return { document, page: referencePage(document, routes) };
  };
  const docs = () => {
    made ??= make();
    return made;
  };
  app.get('/api/docs/openapi.json', { config: { access: 'public' } }, async () => docs().document);
  app.get('/api/docs', { config: { access: 'public' } }, async (_request, reply) =>
    reply
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      )
      .type('text/html; charset=utf-8')
      .send(docs().page),
  );
}
