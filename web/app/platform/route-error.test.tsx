import { endpoint } from '@entrada/contract/endpoint';
import { createRequestHandler, type LoaderFunctionArgs } from 'react-router';
import { expect, test } from 'vitest';
import { apiContext, type LoadContextValues, makeContext } from './context.ts';
import { buildWith } from './routes/one-page-fixture.ts';

const anything = endpoint({ method: 'GET', path: '/anything', access: 'public', summary: 'Anything' });

/** A page whose only call the API refuses. */
const build = buildWith({
  loader: ({ context }: LoaderFunctionArgs) => context.get(apiContext)(anything, {}),
  default: () => null,
});

async function open(path: string, refusal: { status: number; code: string; params?: object }) {
  const request = new Request(`http://localhost${path}`);
  const values: LoadContextValues = {
    mode: 'production',
    user: null,
    baseUrl: 'http://localhost',
    termsUrl: null,
    privacyUrl: null,
    defaultLocale: 'en',
    nonce: 'nonce',
    formKey: 'form',
    reportError: () => undefined,
    transport: async () => ({ status: refusal.status, body: JSON.stringify(refusal) }),
  };
  const response = await createRequestHandler(build, 'production')(request, makeContext(values, request));
  // The data for the scripts repeat what the API said.
  const [html = ''] = (await response.text()).split('</footer>');
  return { status: response.status, html: html.replaceAll('<!-- -->', '') };
}

test.each(['/event/7/night', '/checkout/7/o_x', '/check-in/cl_x', '/manage/event/7'])(
  'after too many tries %s says so and how long to wait, not that the fault is ours',
  async (path) => {
    const { status, html } = await open(path, {
      status: 429,
      code: 'RATE_LIMITED',
      params: { retryAfter: 40 },
    });
    expect(status).toBe(429);
    expect(html).toContain('Please wait a moment.');
    expect(html).toContain('Try again in 40 seconds.');
    expect(html).toContain(`href="${path}"`);
    expect(html).not.toContain('The fault is ours');
  },
);

test.each([
  [{ retryAfter: 1 }, 'Try again in 1 second.'],
  [{ retryAfter: 600 }, 'Try again in 10 minutes.'],
  [undefined, 'Try again in 1 minute.'],
])('a wait of %o', async (params, words) => {
  const { html } = await open('/event', { status: 429, code: 'RATE_LIMITED', ...(params && { params }) });
  expect(html).toContain(words);
});

test.each([
  [404, 'This door doesn’t open.'],
  [403, 'No permission'],
  [500, 'The fault is ours'],
])('a %i keeps its page', async (given, words) => {
  const { status, html } = await open('/event', { status: given, code: 'INTERNAL' });
  expect(status).toBe(given);
  expect(html).toContain(words);
});
