import type { LinguiConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

/**
 * One catalogue per part of the interface, so that a buyer's phone never loads the workspace's
 * messages. The message ids are hashes of the text: what both parts say has one id in both files.
 * A new part needs a line here and in web/app/platform/catalogues.ts.
 */
const config: LinguiConfig = {
  locales: ['en', 'de', 'fr', 'pt', 'es', 'zh-cn', 'pt-br'],
  sourceLocale: 'en',
  fallbackLocales: { default: 'en' },
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
  catalogs: [
    {
      path: '<rootDir>/web/locales/public/{locale}',
      include: [
        '<rootDir>/web/app/root.tsx',
        '<rootDir>/web/app/public',
        '<rootDir>/web/app/checkout',
        '<rootDir>/web/app/checkin',
        '<rootDir>/web/app/auth',
        '<rootDir>/web/app/ui',
        '<rootDir>/web/app/platform',
      ],
      exclude: ['**/*.test.*'],
    },
    {
      path: '<rootDir>/web/locales/workspace/{locale}',
      include: ['<rootDir>/web/app/workspace', '<rootDir>/web/app/account'],
      exclude: ['**/*.test.*'],
    },
  ],
};

export default config;
