import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import { configDefaults, defineConfig } from 'vitest/config';
import { documentPlugins } from './documents/vite-plugins.mjs';
import { clientChunks } from './web/bundle/client-chunks.ts';

const linguiConfig = { cwd: import.meta.dirname };

/** `npm run test:deep` runs the files with a long form and those that always take long, `npm test` all but the latter. */
const isDeep = process.env.DEEP === '1';
const tests = isDeep ? '*.{deep,long}.test.ts' : '*.test.{ts,tsx}';
const exclude = isDeep ? [...configDefaults.exclude] : [...configDefaults.exclude, '**/*.long.test.ts'];

/**
 * For packages that Node runs as they are: Vite's way of loading modules takes a fifth of the processor's time of their
 * tests.
 */
const asNodeRunsIt = { viteModuleRunner: false };

export default defineConfig({
  test: {
    // Some tests wait for locks and processes; in a deep run the crashes keep one worker for minutes, half of them
    // waiting. More workers than this would only wait for PostgreSQL.
    maxWorkers: 3,
    // Each worker loads the modules of the application once, not once for each file.
    isolate: false,
    exclude,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'contract', include: [`contract/**/${tests}`], experimental: asNodeRunsIt },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: [`server/**/${tests}`],
          globalSetup: ['server/test/database-server.ts'],
          experimental: asNodeRunsIt,
        },
      },
      // These tests run their own PostgreSQL and processes.
      {
        extends: true,
        test: {
          name: 'chaos',
          include: [`chaos/**/${tests}`],
          // All of its crashes and freezes are one test. They took six minutes beside four busy processes before the
          // freezes were added.
          testTimeout: 1_800_000,
        },
      },
      {
        extends: true,
        test: { name: 'scripts', include: [`{scripts,bench}/**/${tests}`], experimental: asNodeRunsIt },
      },
      {
        extends: true,
        plugins: documentPlugins(),
        test: { name: 'documents', include: [`documents/**/${tests}`] },
      },
      {
        extends: true,
        plugins: [
          babel({ presets: [linguiTransformerBabelPreset({}, linguiConfig)] }),
          lingui({ ...linguiConfig, failOnCompileError: true }),
          clientChunks(),
        ],
        test: {
          name: 'web',
          include: [`web/**/${tests}`],
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
    ],
  },
});
