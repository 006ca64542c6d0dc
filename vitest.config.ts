import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import { defineConfig } from 'vitest/config';

const macros = () => [babel({ presets: [linguiTransformerBabelPreset()] }), lingui()];

export default defineConfig({
  test: {
    // More workers than this only wait for PostgreSQL on a small machine.
    maxWorkers: 2,
    testTimeout: 10_000,
    hookTimeout: 30_000,
    projects: [
      { test: { name: 'contract', include: ['contract/**/*.test.ts'], environment: 'node' } },
      { test: { name: 'scripts', include: ['scripts/**/*.test.ts'], environment: 'node', testTimeout: 30_000 } },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['server/test/database-server.ts'],
        },
      },
      {
        plugins: macros(),
        test: { name: 'documents', include: ['documents/**/*.test.{ts,tsx}'], environment: 'node' },
      },
      {
        plugins: macros(),
        test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], environment: 'node', css: { modules: { classNameStrategy: 'non-scoped' } } },
      },
    ],
  },
});
