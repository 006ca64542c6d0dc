import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de', 'fr', 'pt', 'es', 'zh-cn', 'pt-br'],
  fallbackLocales: { default: 'en' },
  catalogs: [
    {
      path: '<rootDir>/locales/{locale}',
      include: ['<rootDir>'],
      exclude: ['**/node_modules/**', '**/build/**', '**/*.test.ts', '**/*.d.ts', '**/*.d.mts'],
    },
  ],
  format: formatter({ lineNumbers: false }),
});
