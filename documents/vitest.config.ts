import { defineConfig } from 'vitest/config';
import { documentPlugins } from './vite-plugins.mjs';

export default defineConfig({
  plugins: documentPlugins(),
  test: {
    name: 'documents',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    testTimeout: 30_000,
  },
});
