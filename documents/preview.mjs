import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const port = Number(process.env.PORT ?? 3120);
const { renderEmail, renderTicketPdf } = await loadBuild('index.js');
const { sampleEmails } = await loadBuild('sample-emails.js');
const { sampleTickets } = await loadBuild('sample-pdf.js');
const locales = ['en', 'de', 'fr', 'pt', 'es', 'zh-cn', 'pt-br'];
const kinds = Object.keys(sampleEmails);

async function loadBuild(file) {
  try {
    return await import(`./build/${file}`);
  } catch (error) {
    if (error?.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    console.error('Build first: node documents/build.mjs');
    process.exit(1);
  }
}

async function cover() {
  const path = process.argv[2];
  return path ? readFile(path) : null;
}

function index() {
  const rows = kinds.map((kind) => {
    const links = locales.map(
      (locale) =>
        `<td><a href="/email/${kind}/${locale}">html</a> <a href="/text/${kind}/${locale}">text</a></td>`,
    );
    return `<tr><th>${kind}</th>${links.join('')}</tr>`;
  });
  const pdfs = locales.map((locale) => `<td><a href="/ticket/${locale}">pdf</a></td>`);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Entrada documents</title>
<style>body{font:15px/24px system-ui;margin:40px}th{text-align:left;padding-right:24px}td{padding:6px 16px 6px 0}</style>
<h1>Documents</h1><table><tr><th></th>${locales.map((locale) => `<th>${locale}</th>`).join('')}</tr>
${rows.join('')}<tr><th>ticket</th>${pdfs.join('')}</tr></table></html>`;
}

async function answer(path) {
  const [, what, ...rest] = path.split('/');
  if (what === '') return { type: 'text/html', body: index() };
  if (what === 'ticket' && locales.includes(rest[0])) {
    const body = await renderTicketPdf({ ...sampleTickets, cover: await cover() }, rest[0]);
    return { type: 'application/pdf', body };
  }
  const [kind, locale] = rest;
  if (!['email', 'text'].includes(what) || !kinds.includes(kind) || !locales.includes(locale)) return null;
  const email = await renderEmail(kind, sampleEmails[kind], locale);
  if (what === 'email') return { type: 'text/html', body: email.html };
  return { type: 'text/plain', body: `Subject: ${email.subject}\n\n${email.text}` };
}

/** Every email and ticket in every language with sample data. Pass a PNG or JPEG to use it as the cover. */
const server = createServer(async (request, response) => {
  try {
    const found = await answer(new URL(request.url, 'http://localhost').pathname);
    const type =
      found?.type === 'application/pdf' ? found.type : `${found?.type ?? 'text/plain'}; charset=utf-8`;
    response.writeHead(found ? 200 : 404, { 'content-type': type });
    response.end(found?.body ?? 'Not found');
  } catch (error) {
    response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(error instanceof Error ? error.stack : String(error));
  }
});
server.listen(port, '127.0.0.1', () => console.log(`Documents: http://localhost:${port}`));
