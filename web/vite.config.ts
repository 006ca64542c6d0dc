import { fileURLToPath } from 'node:url';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import { reactRouter } from '@react-router/dev/vite';
import babel from '@rolldown/plugin-babel';
import { defineConfig } from 'vite';
import { bareContract } from './bundle/bare-contract.ts';
import { chunksByPart } from './bundle/chunks.ts';
import { clientChunks } from './bundle/client-chunks.ts';
import { doorWorker } from './bundle/door-worker.ts';
import { eagerModules } from './bundle/eager-modules.ts';
import { firstWords } from './bundle/first-words.ts';
import { lateStyles } from './bundle/late-styles.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));
const linguiConfig = { cwd: repository };

export default defineConfig(({ command }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Babel must remove the macros before React Router reads a route module.
  plugins: [
    bareContract(),
    babel({ presets: [linguiTransformerBabelPreset({}, linguiConfig)] }),
    lingui({ ...linguiConfig, failOnCompileError: true }),
    reactRouter(),
    chunksByPart(),
    eagerModules(),
    lateStyles(),
    firstWords(),
    clientChunks(),
    doorWorker(),
  ],
  build: {
    manifest: true,
    target: 'baseline-widely-available',
    reportCompressedSize: false,
  },
  // A server without NODE_ENV would render with the development build of React, ten times as slowly.
  ...(command === 'build' && { define: { 'process.env.NODE_ENV': JSON.stringify('production') } }),
  ssr: {
    // A built server contains React and only the icons in use. The index of the icon package alone would load
    // thousands of modules at start.
    noExternal: command === 'build' ? true : ['@tabler/icons-react'],
  },
  optimizeDeps: {
    // If Vite finds these late, it reloads the first page of a development session several times.
    include: [
      'react',
      'react/jsx-runtime',
      'react-dom',
      'react-dom/client',
      'react-router',
      'react-router/dom',
      '@lingui/core',
      '@lingui/react',
      '@tabler/icons-react',
      '@tanstack/react-query',
      'barcode-detector/ponyfill',
      '@mantine/core',
      '@mantine/hooks',
      '@mantine/modals',
      '@mantine/notifications',
      '@mantine/tiptap',
      '@tiptap/react',
      '@tiptap/starter-kit',
      'zod',
    ],
  },
  server: { fs: { allow: [repository] } },
}));
