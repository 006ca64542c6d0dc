import type { Locale } from '@entrada/contract/constants';

/** The plural categories that a message needs, as `Intl.PluralRules` knows them. */
export const CATEGORIES: Record<Locale, readonly string[]> = {
  en: ['one', 'other'],
  de: ['one', 'other'],
  es: ['many', 'one', 'other'],
  fr: ['many', 'one', 'other'],
  pt: ['many', 'one', 'other'],
  'pt-br': ['many', 'one', 'other'],
  'zh-cn': ['other'],
};

type Rule = readonly [pattern: RegExp, why: string];

const signs: Rule[] = [
  [/"/, 'the quotes of the language'],
  [/\w'\w/, 'the apostrophe ’'],
  [/\.\.\./, 'no dots, or …'],
];

/** Words that the glossary has another one for. */
export const FORBIDDEN: Record<Locale, readonly Rule[]> = {
  en: [],
  de: [],
  es: [
    [/devoluci[oó]n/i, 'reembolso'],
    [/\b[Ii]ntroduce\b/, 'escribe'],
    [/\bpropietari[oa]\b/i, 'titular'],
    [/\busted/i, 'tú'],
  ],
  fr: [
    [/\blistes? de contrôle/i, 'liste d’entrée'],
    [/\bréductions?\b/i, 'remise'],
    [/\b(tu|toi|ton|tes)\b/i, 'vous'],
  ],
  pt: [],
  'pt-br': [],
  'zh-cn': [],
};

/** Signs that a language writes otherwise. */
export const MISUSE: Record<Locale, readonly Rule[]> = {
  en: signs,
  de: [...signs, [/[“”](?=\p{L}).*”/u, '„…“']],
  es: [
    ...signs,
    [/“/, '«…»'],
    [/(?<!\u00a0)%/, 'a narrow space before %'],
    [/^[^¿]*\?(?!\w)/, '¿…?'],
    [/^[^¡]*!/, '¡…!'],
  ],
  fr: [
    ...signs,
    [/“/, '« … »'],
    [/(?<![\u202f\u00a0])[;!?»%]|«(?![\u202f\u00a0])/, 'a space that does not break'],
  ],
  pt: [...signs, [/“/, '«…»']],
  'pt-br': signs,
  'zh-cn': [...signs, [/\p{Script=Han}[,;:!?()]|[,;:!?()]\p{Script=Han}/u, 'full-width signs']],
};
