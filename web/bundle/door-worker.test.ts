import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { filesOfDoor, workerScript } from './door-worker.ts';

const SITE = 'https://entrada.test';
const PAGE = `${SITE}/check-in/cl_main`;
const source = readFileSync(new URL('door-worker.js', import.meta.url), 'utf8');
const OURS = { 'permissions-policy': 'camera=(self)' };

type Kept = Map<string, Response>;
type Asked = { url: string; method: string; mode: string };

/** A browser with one worker. What it stores outlives a new version of the worker. */
function buildBrowser() {
  const stores = new Map<string, Kept>();
  const keyOf = (asked: string | Asked) => new URL(typeof asked === 'string' ? asked : asked.url, SITE).href;
  const network: { answer: (path: string) => Response | Promise<Response> } = {
    answer: () => new Response(''),
  };
  const fetch = async (asked: string | Asked) => network.answer(new URL(keyOf(asked)).pathname);
  const cacheOf = (name: string) => {
    const kept = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, kept);
    const match = async (asked: string | Asked) => kept.get(keyOf(asked))?.clone();
    const put = async (asked: string | Asked, response: Response) => void kept.set(keyOf(asked), response);
    const add = async (asked: string) => {
      const response = await fetch(asked);
      if (!response.ok) throw new TypeError('Request failed');
      await put(asked, response);
    };
    return {
      match,
      put,
      add,
      addAll: async (all: string[]) => void (await Promise.all(all.map(add))),
      delete: async (asked: string) => kept.delete(keyOf(asked)),
      keys: async () => [...kept.keys()].map((url) => ({ url })),
    };
  };
  const caches = {
    open: async (name: string) => cacheOf(name),
    match: async (asked: string | Asked) => {
      for (const kept of stores.values()) if (kept.has(keyOf(asked))) return kept.get(keyOf(asked))?.clone();
      return undefined;
    },
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  };

  async function install(files: string[]) {
    const handlers = new Map<string, (event: object) => void>();
    const self = {
      location: { origin: SITE },
      addEventListener: (name: string, handle: (event: object) => void) => handlers.set(name, handle),
      skipWaiting: async () => undefined,
      clients: { claim: async () => undefined },
    };
    new Function('self', 'caches', 'fetch', 'indexedDB', workerScript(source, files))(self, caches, fetch, {
      databases: async () => [],
    });
    const fire = async (name: string, event: object = {}) => {
      const work: Promise<unknown>[] = [];
      let answer: Promise<Response> | undefined;
      handlers.get(name)?.({
        ...event,
        waitUntil: (promise: Promise<unknown>) => work.push(promise),
        respondWith: (promise: Promise<Response>) => {
          answer = promise;
        },
      });
      const response = await answer;
      await Promise.all(work);
      return response;
    };
    await fire('install');
    await fire('activate');
    return {
      ask: (url: string, { mode = 'navigate', method = 'GET' } = {}) =>
        fire('fetch', { request: { url, method, mode } }),
      keep: (page: string, list: string[]) => fire('message', { data: { type: 'keep', page, files: list } }),
    };
  }
  return { network, stores, install };
}

const html = (text: string) => new Response(text, { headers: OURS });
const lost = () => Promise.reject(new TypeError('Failed to fetch'));

describe('the worker', () => {
  let browser: ReturnType<typeof buildBrowser>;
  beforeEach(() => {
    browser = buildBrowser();
    browser.network.answer = (path) =>
      path.startsWith('/assets/') ? new Response(path) : html('page /assets/a.js');
  });

  test('opens the page and its files without a network', async () => {
    const worker = await browser.install(['assets/a.js', 'assets/late.js']);
    await worker.keep('/check-in/cl_main', ['/assets/words-en.js', '/api/public/secret']);
    browser.network.answer = lost;
    expect(await (await worker.ask(PAGE))?.text()).toBe('page /assets/a.js');
    expect(await (await worker.ask(`${PAGE}?isCheckInApp=true`))?.text()).toBe('page /assets/a.js');
    for (const file of ['a', 'late', 'words-en'])
      expect((await worker.ask(`${SITE}/assets/${file}.js`, { mode: 'cors' }))?.ok).toBe(true);
    await expect(worker.ask(`${SITE}/check-in/cl_other`)).rejects.toThrow('Failed to fetch');
    expect([...browser.stores.values()].flatMap((kept) => [...kept.keys()]).join()).not.toContain('/api/');
  });

  test.each([
    ['another page', `${SITE}/manage/events`, 'navigate', 'GET'],
    ['the API', `${SITE}/api/public/check-in-lists/cl_main`, 'cors', 'GET'],
    ['a form', PAGE, 'navigate', 'POST'],
    ['another site', 'https://other.test/assets/a.js', 'cors', 'GET'],
    ['what lies below a door', `${PAGE}/manifest.webmanifest`, 'cors', 'GET'],
    ['the worker itself', `${SITE}/check-in/worker.js`, 'cors', 'GET'],
  ])('leaves %s alone', async (_, url, mode, method) => {
    const worker = await browser.install(['assets/a.js']);
    expect(await worker.ask(url, { mode, method })).toBeUndefined();
  });

  test('the network comes first, and what it says is kept', async () => {
    const worker = await browser.install(['assets/a.js']);
    await worker.ask(PAGE);
    browser.network.answer = () => html('newer');
    expect(await (await worker.ask(PAGE))?.text()).toBe('newer');
    browser.network.answer = lost;
    expect(await (await worker.ask(PAGE))?.text()).toBe('newer');
  });

  test.each([502, 503, 404])(
    'a proxy that answers %i while the server is away does not close the door',
    async (status) => {
      const worker = await browser.install(['assets/a.js']);
      await worker.ask(PAGE);
      browser.network.answer = () => new Response('proxy', { status });
      expect((await worker.ask(PAGE))?.status).toBe(200);
    },
  );

  test('the page of a link that was closed is kept no longer', async () => {
    const worker = await browser.install(['assets/a.js']);
    await worker.ask(PAGE);
    browser.network.answer = () => new Response('gone', { status: 404, headers: OURS });
    expect((await worker.ask(PAGE))?.status).toBe(404);
    browser.network.answer = lost;
    await expect(worker.ask(PAGE)).rejects.toThrow('Failed to fetch');
  });

  test('a new version renews the page, and only then drops the older files', async () => {
    const first = await browser.install(['assets/a.js']);
    await first.ask(PAGE);
    browser.network.answer = (path) => (path.startsWith('/assets/') ? new Response(path) : lost());
    await browser.install(['assets/b.js']);
    expect((await first.ask(`${SITE}/assets/a.js`, { mode: 'cors' }))?.ok).toBe(true);
    expect(browser.stores.size).toBe(3);
    browser.network.answer = (path) =>
      path.startsWith('/assets/') ? new Response(path) : html('page /assets/c.js');
    const third = await browser.install(['assets/c.js']);
    browser.network.answer = lost;
    expect(await (await third.ask(PAGE))?.text()).toBe('page /assets/c.js');
    expect([...browser.stores.keys()].filter((name) => name.includes('assets'))).toHaveLength(1);
  });
});

test('the door’s files are those with its modules and what they import, at any depth', () => {
  const file = (
    fileName: string,
    module: string,
    more: { imports?: string[]; code?: string; css?: string[] } = {},
  ) => ({
    fileName,
    moduleIds: [`/repo/web/app/${module}`],
    imports: more.imports ?? [],
    code: more.code ?? '',
    css: more.css ?? [],
  });
  const files = [
    file('assets/door.js', 'door/page.tsx', { imports: ['assets/shared.js'], css: ['assets/door.css'] }),
    file('assets/late.js', 'door/offline/device.ts', { code: 'new Worker("/assets/zxing-worker-1.js")' }),
    file('assets/shared.js', 'ui/button.tsx', { imports: ['assets/react.js'] }),
    file('assets/react.js', 'react.js'),
    file('assets/root.js', 'root.tsx'),
    file('assets/manage.js', 'workspace/layout.tsx', { imports: ['assets/react.js'] }),
  ];
  const others = [
    { fileName: 'assets/zxing-worker-1.js', code: 'fetch("/assets/reader-3.wasm")' },
    { fileName: 'assets/other-worker-2.js', code: '' },
    { fileName: 'assets/reader-3.wasm', code: '' },
  ];
  expect(filesOfDoor(files, others)).toEqual([
    'assets/door.css',
    'assets/door.js',
    'assets/late.js',
    'assets/react.js',
    'assets/reader-3.wasm',
    'assets/root.js',
    'assets/shared.js',
    'assets/zxing-worker-1.js',
  ]);
});

test('another file is another version', () => {
  const versionOf = (files: string[]) => /VERSION = '(\w+)'/.exec(workerScript(source, files))?.[1];
  expect(versionOf(['assets/a.js'])).toMatch(/^[0-9a-f]{12}$/);
  expect(versionOf(['assets/a.js'])).toBe(versionOf(['assets/a.js']));
  expect(versionOf(['assets/a.js'])).not.toBe(versionOf(['assets/b.js']));
});
