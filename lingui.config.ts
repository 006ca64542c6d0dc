import type { LinguiConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/** The guest list and the import have many words that no other page of the workspace needs. */
const GUESTS = ['workspace/attendees/guest-list', 'workspace/imports'];

/** The date fields have many words. Only the parts that have such fields load them. */
const dates = 'ui/form/date';

/** Messages of errors that only these parts show. */
const errors = 'platform/api/errors';

/**
 * One catalogue for each part of the interface, so that a buyer's phone loads only the messages of the page it
 * shows. `public` has the messages that every page may need. The message ids are hashes of the text, so the same
 * text has the same id in two files. A new part needs a line here and a layout like
 * web/app/platform/routes/auth-words.tsx.
 */
const parts: Record<string, string[]> = {
  public: ['root.tsx', 'public', 'ui', 'platform'],
  legal: ['public/legal'],
  // Both are pages that people come to from a mail.
  find: ['public/find', 'public/unsubscribing'],
  checkout: ['checkout', dates],
  door: ['door', `${errors}/door.ts`],
  auth: ['auth', 'mailbox', `${errors}/sign-in.ts`],
  guests: GUESTS,
  workspace: ['workspace', 'account', dates, errors],
};

const config: LinguiConfig = {
  locales: ['en', 'de', 'fr', 'pt', 'es', 'zh-cn', 'pt-br'],
  sourceLocale: 'en',
  fallbackLocales: { default: 'en' },
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
  catalogs: Object.entries(parts).map(([part, folders]) => ({
    path: `<rootDir>/web/locales/${part}/{locale}`,
    include: folders.map((folder) => `<rootDir>/web/app/${folder}`),
    exclude: [
      '**/*.test.*',
      ...(part === 'public'
        ? [
            '**/public/legal/**',
            '**/public/find/**',
            '**/public/unsubscribing/**',
            `**/${dates}/**`,
            `**/${errors}/**`,
          ]
        : []),
      ...(part === 'workspace' ? GUESTS.map((folder) => `**/${folder}/**`) : []),
    ],
  })),
};

export default config;
