import { renderEmail } from '@entrada/documents';
import type { Page } from '@playwright/test';
import { sampleEmails } from '../documents/samples/emails.ts';
import { expect, test } from './tools/fixtures.ts';

const KINDS = Object.keys(sampleEmails) as (keyof typeof sampleEmails)[];

/** Words that a German organizer uses. Each fits into one line of a phone. */
const LONG = { title: 'Bürgermeisterkandidatengespräch', label: 'Veranstaltungsversicherungsgebühr' };

/** The same facts, with long words in every title and every line of the receipt. */
function lengthen(facts: unknown): unknown {
  if (Array.isArray(facts)) return facts.map(lengthen);
  if (typeof facts !== 'object' || facts === null) return facts;
  const words: Record<string, string> = { title: LONG.title, ticketTitle: LONG.title, label: LONG.label };
  return Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [
      key,
      typeof value === 'string' ? (words[key] ?? value) : lengthen(value),
    ]),
  );
}

/** The words and codes of a mail that stand in two lines, apart from addresses, and whether it must be scrolled sideways. */
async function findBroken(page: Page) {
  return page.evaluate(() => {
    const broken: string[] = [];
    if (document.documentElement.scrollWidth > innerWidth) broken.push('wider than the window');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      if (!node.parentElement?.checkVisibility() || /^https?:/.test(node.data)) continue;
      for (const { 0: word, index } of node.data.matchAll(
        /[\p{L}\p{M}\p{N}]+|\p{Lu}+(?:-[\p{Lu}\p{N}]*\p{N}[\p{Lu}\p{N}]*)+/gu,
      )) {
        if (/\p{Script=Han}/u.test(word)) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(word);
      }
    }
    return broken;
  });
}

test('on a phone no mail breaks a word or a code, in any language, and none is wider than the window @deep', {
  tag: '@phone-only',
}, async ({ page }) => {
  for (const locale of ['de', 'es', 'fr', 'pt-br', 'zh-cn', 'en'] as const) {
    for (const kind of KINDS) {
      for (const facts of [sampleEmails[kind], lengthen(sampleEmails[kind])]) {
        const { html } = await renderEmail(kind, facts as (typeof sampleEmails)[typeof kind], locale);
        await page.setContent(html);
        expect.soft(await findBroken(page), `${kind} in ${locale}`).toEqual([]);
      }
    }
  }
});

test('a word that no line can hold makes no mail wider than a phone @deep', { tag: '@phone-only' }, async ({
  page,
}) => {
  const facts = JSON.parse(
    JSON.stringify(lengthen(sampleEmails.order_confirmation)).replaceAll(LONG.title, LONG.title.repeat(4)),
  );
  const { html } = await renderEmail('order_confirmation', facts, 'de');
  await page.setContent(html);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
