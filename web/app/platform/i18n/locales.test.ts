import { describe, expect, it } from 'vitest';
import { safePath } from '../previous-url.ts';
import { resolveLocale } from './locales.ts';

const ask = (over: Partial<Parameters<typeof resolveLocale>[0]>) =>
  resolveLocale({ pathname: '/event/1/x', defaultLocale: 'es', ...over });

describe('resolveLocale', () => {
  it.each([
    ['the default for a stranger', {}, 'es'],
    ['the browser’s languages by weight', { acceptLanguage: 'xx, fr;q=0.5, de;q=0.8' }, 'de'],
    ['a regional variant to its language', { acceptLanguage: 'pt-PT' }, 'pt'],
    ['Brazilian Portuguese', { acceptLanguage: 'pt-BR,pt;q=0.9' }, 'pt-br'],
    ['Chinese of any script', { acceptLanguage: 'zh-Hant-TW' }, 'zh-cn'],
    ['nothing refused by weight', { acceptLanguage: 'de;q=0, fr' }, 'fr'],
    ['the choice over the browser', { cookie: 'a=b; entrada_locale=fr', acceptLanguage: 'de' }, 'fr'],
    ['no unknown choice', { cookie: 'entrada_locale=tlh', acceptLanguage: 'de' }, 'de'],
    ['never the user’s own on a public page', { userLocale: 'de', acceptLanguage: 'fr' }, 'fr'],
    [
      'the user’s own in the workspace',
      { pathname: '/manage/events', userLocale: 'de', cookie: 'entrada_locale=fr' },
      'de',
    ],
    ['the source for a broken default', { defaultLocale: 'xx' }, 'en'],
  ])('takes %s', (_what, request, expected) => {
    expect(ask(request)).toBe(expected);
  });
});

describe('safePath', () => {
  it.each(['/manage/events?page=2', '/'])('keeps %s', (path) => expect(safePath(path)).toBe(path));
  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '',
    'x',
    '/a\nb',
    '/\t/evil.example',
  ])('refuses %j', (path) => expect(safePath(path)).toBeUndefined());
});
