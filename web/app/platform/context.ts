import { HEADERS } from '@entrada/contract/constants';
import type { Endpoint, InputOf, OutputOf } from '@entrada/contract/endpoint';
import { createContext, RouterContextProvider, redirect } from 'react-router';
import { type AnyInput, type CallApi, type CallOptions, endpointUrl } from './api/endpoint-call.ts';
import { apiErrorFrom } from './api/error.ts';
import { isWorkspacePath, type Locale, resolveLocale } from './i18n/locales.ts';
import { loginUrl } from './previous-url.ts';

/** The signed-in user, for every page. */
export type CurrentUser = {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  locale: string;
};

type RequestContext = {
  locale: Locale;
  /** Whether the browser says that it is a phone's. A guess: it only chooses the layout of the first document. */
  isPhone: boolean;
  nonce: string;
  /**
   * A key for forms that work without scripts. It is different for each response, also on pages that many visitors
   * share.
   */
  formKey: string;
  mode: 'demo' | 'production';
  user: CurrentUser | null;
  baseUrl: string;
  /** The address of the installation's own texts; null for the built-in ones. */
  termsUrl: string | null;
  privacyUrl: string | null;
  reportError: (error: unknown) => void;
};

/** How the server calls the API: in-process, with the visitor's own cookies. */
type ApiTransport = (call: {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
}) => Promise<{ status: number; body: string }>;

/** The values that the server passes to each page request. */
export type LoadContextValues = Omit<RequestContext, 'locale' | 'isPhone'> & {
  defaultLocale: string;
  transport: ApiTransport;
};

/** The API for loaders and actions: `context.get(apiContext)(endpoint, input)`. */
export const apiContext = createContext<CallApi>();

export const requestContext = createContext<RequestContext>();

/** The context of a page request. It is built for each request, so that nothing leaks between visitors. */
export function makeContext(values: LoadContextValues, request: Request): RouterContextProvider {
  const { defaultLocale, transport, ...rest } = values;
  const url = new URL(request.url);
  const locale = resolveLocale({
    pathname: url.pathname,
    asked: url.searchParams.get('locale'),
    userLocale: values.user?.locale,
    cookie: request.headers.get('cookie'),
    acceptLanguage: request.headers.get('accept-language'),
    defaultLocale,
  });
  const context = new RouterContextProvider();
  const isPhone = /\bMobile\b/.test(request.headers.get('user-agent') ?? '');
  context.set(requestContext, { ...rest, locale, isPhone });
  context.set(apiContext, (endpoint, input, options) =>
    callInProcess({ transport, page: url, endpoint, input, options: options ?? {} }),
  );
  return context;
}

async function callInProcess<E extends Endpoint>(call: {
  transport: ApiTransport;
  page: URL;
  endpoint: E;
  input: InputOf<E>;
  options: CallOptions;
}): Promise<OutputOf<E>> {
  const { body } = call.input as AnyInput;
  const { idempotencyKey } = call.options;
  const reply = await call.transport({
    method: call.endpoint.method,
    url: endpointUrl(call.endpoint, call.input),
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { [HEADERS.idempotency]: idempotencyKey }),
      ...call.options.headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const parsed = parse(reply.body);
  if (reply.status >= 200 && reply.status < 300) return parsed as OutputOf<E>;
  if (reply.status === 401 && isWorkspacePath(call.page.pathname)) throw redirect(loginUrl(call.page));
  throw apiErrorFrom(reply.status, parsed);
}

function parse(body: string): unknown {
  if (body === '') return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
