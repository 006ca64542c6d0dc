import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import { defineConfig } from 'vitest/config';

const linguiConfig = { cwd: import.meta.dirname };

export default defineConfig({
  test: {
    // More workers than this only wait for PostgreSQL on a small machine.
    maxWorkers: 2,
    projects: [
      { test: { name: 'contract', include: ['contract/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { name: 'scripts', include: ['{scripts,bench}/**/*.test.ts'], testTimeout: 30_000 } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/test/database-server.ts'],
          // Generous: a busy machine must not fail a test that only waits.
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      // Runs a PostgreSQL and processes of its own.
      { test: { name: 'chaos', include: ['chaos/**/*.test.ts'], testTimeout: 600_000 } },
      'documents/vitest.config.ts',
      {
        plugins: [
          babel({ presets: [linguiTransformerBabelPreset({}, linguiConfig)] }),
          lingui({ ...linguiConfig, failOnCompileError: true }),
        ],
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
    ],
  },
});
