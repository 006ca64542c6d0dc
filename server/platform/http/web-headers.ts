/** The camera and WebAssembly belong to the door's pages alone. */
const isDoor = (url: string) => /^\/check-in(\/|\?|$)/.test(url);
/** Shows whole mails in a frame, which brings the styles of the mail and inherits this policy. */
const isMailbox = (url: string) => /^\/dev\/mailbox(\/|\.|\?|$)/.test(url);
/** The widget exists to be framed by other sites. */
const isWidget = (url: string) => /^\/widget(\/|\?|$)/.test(url);

/**
 * The policy of one page. Scripts and styles need this response's nonce. Style attributes are allowed because
 * organizers' colours and measured sizes are written there. In development Vite adds styles of its own and talks
 * over a web socket.
 */
export function contentSecurityPolicy(page: { nonce: string; url: string; dev: boolean }): string {
  const { nonce, url, dev } = page;
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${isDoor(url) ? " 'wasm-unsafe-eval'" : ''}`,
    dev || isMailbox(url) ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src 'self'${dev ? ' ws: wss:' : ''}`,
    "font-src 'self'",
    "worker-src 'self' blob:",
    "media-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors ${isWidget(url) ? '*' : "'none'"}`,
  ].join('; ');
}

/** The other security headers of a page. */
export function pageHeaders(url: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': `camera=(${isDoor(url) ? 'self' : ''}), microphone=(), geolocation=(), payment=()`,
    'cross-origin-opener-policy': 'same-origin',
  };
}
