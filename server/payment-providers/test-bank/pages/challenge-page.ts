import { createHash } from 'node:crypto';
import type { Locale } from '@entrada/contract/constants';
import { formatMoney } from '@entrada/contract/money';
import type { BankPayment } from '../ledger/model.ts';
import { CHALLENGE_WORDS } from './challenge-words.ts';

const STYLE = `
:root{color-scheme:light dark;--page:#eef2f6;--card:#fff;--text:#14202b;--soft:#4d5c6a;--line:#c9d3dc;--edge:#6b7a88;--main:#17508a;--on-main:#fff;--note:#fff3d6;--note-text:#6a4200}
@media(prefers-color-scheme:dark){:root{--page:#0f161d;--card:#18222c;--text:#eaf0f5;--soft:#a9b7c4;--line:#33424f;--edge:#7f90a0;--main:#8fc0f5;--on-main:#0c1a27;--note:#3a2c0c;--note-text:#ffd98a}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;background:var(--page);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"PingFang SC","Microsoft YaHei","Noto Sans SC",sans-serif}
.note{margin:0;padding:10px 20px;background:var(--note);color:var(--note-text);text-align:center;font-size:14px;font-weight:600}
main{width:100%;max-width:448px;margin:auto;padding:32px 20px}
.bank{display:flex;align-items:center;gap:10px;margin:0 0 16px;font-weight:600;color:var(--soft)}
.bank svg{width:24px;height:24px;flex:none;color:var(--main)}
.sheet{padding:28px 24px;border:1px solid var(--line);border-radius:12px;background:var(--card)}
h1{margin:0 0 8px;font-size:24px;line-height:1.25;text-wrap:balance}
p{margin:0 0 20px;color:var(--soft)}
dl{margin:0 0 24px;border-top:1px solid var(--line)}
dl div{display:flex;justify-content:space-between;gap:16px;padding:12px 0;border-bottom:1px solid var(--line)}
dt{color:var(--soft)}
dd{margin:0;text-align:right;font-weight:600;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
form{margin:0}
button,.button{display:block;width:100%;min-height:48px;margin:0 0 12px;padding:11px 16px;border:1px solid var(--edge);border-radius:8px;background:transparent;color:var(--text);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.main{border-color:var(--main);background:var(--main);color:var(--on-main)}
.plain{border-color:transparent;color:var(--main);margin:0;text-decoration:underline;text-underline-offset:3px}
button:hover,.button:hover{filter:brightness(.94)}
:focus-visible{outline:2px solid var(--main);outline-offset:2px}
.hint{margin:4px 0 0;text-align:center;font-size:14px}
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/**
 * The page's own Content-Security-Policy: no scripts, nothing loaded. Browsers also check `form-action` for
 * the redirect that follows, so the shop's origin is listed too.
 */
export const PAGE_POLICY = (returnOrigin: string): string =>
  `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self' ${returnOrigin}; base-uri 'none'; frame-ancestors 'none'`;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (value: string) => value.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** BCP 47 writes regions in capitals: zh-cn is zh-CN. */
const tagOf = (locale: Locale) => locale.replace(/-(.+)$/, (region) => region.toUpperCase());

function frame(locale: Locale, title: string, content: string): string {
  const words = CHALLENGE_WORDS[locale];
  return `<!doctype html>
<html lang="${tagOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Test bank</title>
<style>${STYLE}</style>
</head>
<body>
<header><p class="note">${escapeHtml(words.testMode)}</p></header>
<main>
<div class="bank"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round" aria-hidden="true"><path d="M3 9.5 12 4l9 5.5M5 10v8m4.7-8v8m4.6-8v8M19 10v8M3 20.5h18"/></svg><span lang="en">Test bank</span></div>
<div class="sheet">
<h1>${escapeHtml(title)}</h1>
${content}
</div>
</main>
</body>
</html>
`;
}

/** The page on which the buyer approves, refuses, or leaves. */
export function challengePage(payment: BankPayment, locale: Locale): string {
  const words = CHALLENGE_WORDS[locale];
  const money = formatMoney({ minor: payment.amount, currency: payment.currency, locale: tagOf(locale) });
  const rows: [string, string][] = [
    [words.merchant, payment.merchantName ?? payment.description],
    [words.amount, money],
  ];
  if (payment.merchantName !== null && payment.description !== '')
    rows.splice(1, 0, [words.order, payment.description]);
  if (payment.card) rows.push([words.card, `•••• ${payment.card.last4}`]);
  const list = rows
    .map(([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`)
    .join('\n');
  return frame(
    locale,
    words.title,
    `<p>${escapeHtml(words.question)}</p>
<dl>
${list}
</dl>
<form method="post"><input type="hidden" name="decision" value="approve"><button class="main" type="submit">${escapeHtml(words.approve)}</button></form>
<form method="post"><input type="hidden" name="decision" value="refuse"><button type="submit">${escapeHtml(words.refuse)}</button></form>
<form method="post"><input type="hidden" name="decision" value="leave"><button class="plain" type="submit">${escapeHtml(words.leave)}</button></form>
<p class="hint">${escapeHtml(words.leaveHint)}</p>`,
  );
}

/** The page for a visitor who returns to a challenge that is already decided. */
export function endedPage(payment: BankPayment, locale: Locale): string {
  const words = CHALLENGE_WORDS[locale];
  return frame(
    locale,
    words.ended,
    `<p>${escapeHtml(words.endedHint)}</p>\n<a class="button main" href="${escapeHtml(payment.returnUrl)}">${escapeHtml(words.back)}</a>`,
  );
}

/** The page for a challenge that does not exist, or for a bank that cannot answer. */
export function unknownPage(locale: Locale, what: 'unknown' | 'unavailable'): string {
  const words = CHALLENGE_WORDS[locale];
  return frame(
    locale,
    words[what],
    `<p>${escapeHtml(words[what === 'unknown' ? 'unknownHint' : 'unavailableHint'])}</p>`,
  );
}
