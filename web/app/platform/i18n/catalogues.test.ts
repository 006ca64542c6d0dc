import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { i18nContext, loadWhole } from './catalogues.ts';

type Middleware = ReturnType<typeof loadWhole>;
type Given = Parameters<Middleware>[0];

/** Runs the middlewares of layouts, each around the next, as the router does. */
function open(i18n: I18n, [first, ...rest]: Middleware[]): Promise<unknown> {
  if (!first) return Promise.resolve();
  const context = { get: (key: unknown) => (key === i18nContext ? i18n : undefined) };
  return Promise.resolve(first({ context } as unknown as Given, () => open(i18n, rest)));
}

const words = (messages: Messages) => {
  const { promise, resolve } = Promise.withResolvers<Messages>();
  return { load: () => promise, come: () => resolve(messages) };
};
const i18nIn = (locale: string) => setupI18n({ locale, messages: { [locale]: {} } });

test.each([['the public words'], ['the words of the part']])(
  'a part has its own words, also if %s come first',
  async (first) => {
    const i18n = i18nIn('de');
    const everybody = words({ details: ['Details'], search: ['Suchen'] });
    const part = words({ details: ['Angaben'] });
    const shown = open(i18n, [loadWhole(everybody.load), loadWhole(part.load)]);
    const order = first === 'the public words' ? [everybody, part] : [part, everybody];
    for (const { come } of order) {
      come();
      await new Promise((done) => setTimeout(done));
    }
    await shown;
    expect(i18n.messages).toEqual({ details: ['Angaben'], search: ['Suchen'] });
  },
);

test('words that do not come let those of the next page come', async () => {
  const i18n = i18nIn('de');
  await expect(
    open(i18n, [
      loadWhole(() => Promise.reject(new Error('offline'))),
      loadWhole(async () => ({ a: ['A'] })),
    ]),
  ).rejects.toThrow('offline');
  await open(i18n, [loadWhole(async () => ({ b: ['B'] }))]);
  expect(i18n.messages).toMatchObject({ b: ['B'] });
});
