/** Only the door's pages may use the camera and WebAssembly. */
const isDoor = (url: string) => /^\/check-in(\/|\?|$)/.test(url);
/** Shows whole mails in a frame. The frame contains the styles of the mail and inherits this policy. */
const isMailbox = (url: string) => /^\/dev\/mailbox(\/|\.|\?|$)/.test(url);
/** Other sites show the widget in a frame. */
const isWidget = (url: string) => /^\/widget\/\d+(\?|$)/.test(url);

/** The public page in a frame of the homepage designer. Only members of the event's account see it. */
const isDesignPreview = (url: string) => /^\/manage\/event\/\d+\/homepage-designer\/preview(\?|$)/.test(url);

/** The checkout step in which the buyer enters a card. */
const isPayment = (url: string) => /^\/checkout\/[^/?]+\/[^/?]+\/payment(\/|\.|\?|$)/.test(url);

/** The origin to which Stripe's script sends what the buyer enters. */
export type StripeOrigins = { apiOrigin: string };

const STRIPE_SCRIPTS = 'https://js.stripe.com https://*.js.stripe.com';
const STRIPE_FRAMES = `${STRIPE_SCRIPTS} https://hooks.stripe.com`;

/**
 * The Content-Security-Policy of one page. Scripts and styles need the nonce of this response. Style
 * attributes are allowed because they contain organizers' colours and measured sizes. In development Vite
 * adds its own styles and uses a web socket.
 */
export function contentSecurityPolicy(page: {
  nonce: string;
  url: string;
  dev: boolean;
  stripe: StripeOrigins | null;
}): string {
  const { nonce, url, dev } = page;
  const stripe = isPayment(url) ? page.stripe : null;
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${isDoor(url) ? " 'wasm-unsafe-eval'" : ''}${stripe ? ` ${STRIPE_SCRIPTS}` : ''}`,
    dev || isMailbox(url) ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src 'self'${dev ? ' ws: wss:' : ''}${stripe ? ` ${stripe.apiOrigin}` : ''}`,
    ...(stripe ? [`frame-src 'self' ${STRIPE_FRAMES}`] : []),
    "font-src 'self'",
    "worker-src 'self' blob:",
    "media-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors ${isWidget(url) ? '*' : isDesignPreview(url) ? "'self'" : "'none'"}`,
  ].join('; ');
}

/**
 * The other security headers of a page. Stripe's frames may use the wallets of the device and may open
 * windows of banks.
 */
export function pageHeaders(url: string, stripe: StripeOrigins | null): Record<string, string> {
  const isWithStripe = stripe !== null && isPayment(url);
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': `camera=(${isDoor(url) ? 'self' : ''}), microphone=(), geolocation=(), payment=(${isWithStripe ? 'self "https://js.stripe.com" "https://hooks.stripe.com"' : ''})`,
    'cross-origin-opener-policy': isWithStripe ? 'same-origin-allow-popups' : 'same-origin',
  };
}
