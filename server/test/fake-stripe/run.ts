/**
 * Runs the fake Stripe as a separate process, for browser tests and for manual tries:
 *
 *   PORT=4010 WEBHOOK_URL=http://127.0.0.1:3210/api/public/webhooks/stripe node server/test/fake-stripe/run.ts
 *
 * Start the application that uses it:
 *
 *   STRIPE_SECRET_KEY=sk_test_fake STRIPE_PUBLISHABLE_KEY=pk_test_fake \
 *   STRIPE_WEBHOOK_SECRET=whsec_fake_own,whsec_fake_connect STRIPE_API_BASE=http://127.0.0.1:4010 \
 *   [STRIPE_CONNECT=on STRIPE_APPLICATION_FEE_PERCENT=2.5] PORT=3210 node server/main.ts
 *
 * When the buyer pays, a fake Stripe.js in the browser sends this request:
 *
 *   POST {base}/v1/payment_intents/{id}/confirm        id: the client token up to "_secret_"
 *   Authorization: Bearer pk_test_fake                 (or key=pk_test_fake in the body)
 *   Stripe-Account: acct_...                           only if startPayment names an account (or _stripe_account=)
 *   Content-Type: application/x-www-form-urlencoded
 *   client_secret=...&payment_method_data[type]=card&payment_method_data[card][number]=4242424242424242&return_url=...
 *
 * The answer is the payment intent, or 402 with { error: { code, decline_code, message, payment_intent } }.
 * The status of the intent is succeeded, processing or requires_action. With requires_action,
 * next_action.redirect_to_url.url is the bank's page with the buttons "Complete" and "Fail".
 * The card numbers are in server/payment-providers/test-bank/ledger/test-cards.ts.
 * GET {base}/v1/payment_intents/{id}?client_secret=... returns the current state. All answers allow any origin.
 *
 * Remote control: GET /_test/payments; POST /_test/faults {"operation":"createPayment","fault":"status_500_before"};
 * POST /_test/webhook-url {"url":"..."}. Onboarding of an account is a page with one button, "Submit".
 */
import { FAKE_KEYS, startFakeStripe } from './server.ts';

const { PORT = '4010', WEBHOOK_URL, SETTLE_MS = '1500' } = process.env;

const fake = await startFakeStripe({
  port: Number(PORT),
  webhookUrl: WEBHOOK_URL ?? null,
  settleDelayMs: Number(SETTLE_MS),
});
process.stdout.write(`Fake Stripe at ${fake.base} with ${FAKE_KEYS.secret} and ${FAKE_KEYS.publishable}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void fake.stop().then(() => process.exit(0)));
}
