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
  [/ {2}|^ | $/, 'one space, and none at the ends'],
  [/"/, 'the quotes of the language'],
  [/\w'\w/, 'the apostrophe ’'],
  [/\.\.\./, 'no dots, or …'],
];

/** Words that the glossary has another one for. */
export const FORBIDDEN: Record<Locale, readonly Rule[]> = {
  en: [],
  de: [
    [/\bverborgen/i, 'ausgeblendet'],
    [/Schaltfläche/, 'Button'],
    [/Einlassliste/, 'Check-in-Liste'],
    [/\b(Wähl|Prüf|Füg|Versuch es)\b/i, 'the imperative with -e'],
  ],
  es: [
    [/devoluci[oó]n/i, 'reembolso'],
    [/\b[Ii]ntroduce\b/, 'escribe'],
    [/\bpropietari[oa]\b/i, 'titular'],
    [/\busted/i, 'tú'],
  ],
  fr: [
    [/\blistes? de contrôle/i, 'liste d’entrée'],
    [/\bréductions?\b/i, 'remise'],
    [/\b(toi|tu) /i, 'vous'],
  ],
  pt: [
    [/\blistas? de entrada/i, 'lista de check-in'],
    [/fornecedor de pagamentos/, 'prestador de pagamentos'],
    [/\bvocê\b/i, 'no pronoun'],
    [/\bIntroduza\b/i, 'indique'],
    [/em linha\b/, 'online'],
  ],
  'pt-br': [
    [/empresa de pagamentos/, 'provedor de pagamentos'],
    [/on-line/i, 'online'],
    [/\bO Stripe\b|\bA Entrada\b/, 'a Stripe, o Entrada'],
    [/\b(bilhete|ecrã|telemóvel|ficheiro)/i, 'the words of Brazil'],
  ],
  'zh-cn': [
    [/买家|购票者|购买者/, '购票人'],
    [/宾客/, '参加者'],
    [/检票列表/, '检票名单'],
    [/你/, '您'],
  ],
};

/** Signs that a language writes otherwise. */
export const MISUSE: Record<Locale, readonly Rule[]> = {
  en: signs,
  de: [...signs, [/”|^[^„]*“/, '„…“']],
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
  'zh-cn': [
    ...signs,
    [/\p{Script=Han}[,;:!?()]|[,;:!?()]\p{Script=Han}/u, 'full-width signs'],
    [/\p{Script=Han} \p{Script=Han}/u, 'no space within Chinese'],
  ],
};

/** How a language addresses its reader: a message that says "you" in English must not have only the other form. */
export const ADDRESS: Partial<Record<Locale, { ours: RegExp; other: RegExp }>> = {
  de: { ours: /\b(du|dir|dich|dein\p{L}*)\b/iu, other: /\b(Sie|Ihnen|Ihr(e[mnrs]?)?)\b/ },
  fr: { ours: /\b(vous|votre|vos|\p{L}+ez)\b/iu, other: /\b(tu|toi|ton|ta|tes)\b/i },
};
