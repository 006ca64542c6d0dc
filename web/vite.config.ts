import { fileURLToPath } from 'node:url';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import { reactRouter } from '@react-router/dev/vite';
import babel from '@rolldown/plugin-babel';
import { defineConfig } from 'vite';

const repository = fileURLToPath(new URL('..', import.meta.url));
const linguiConfig = { cwd: repository };

export default defineConfig(({ command }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Babel must remove the macros before React Router reads a route module.
  plugins: [
    babel({ presets: [linguiTransformerBabelPreset({}, linguiConfig)] }),
    lingui({ ...linguiConfig, failOnCompileError: true }),
    reactRouter(),
  ],
  build: {
    manifest: true,
    target: 'baseline-widely-available',
    reportCompressedSize: false,
  },
  // A server without NODE_ENV would render with the development build of React, ten times as slowly.
  ...(command === 'build' && { define: { 'process.env.NODE_ENV': JSON.stringify('production') } }),
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // The modules that every page loads are one file, because it compresses better and arrives sooner.
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules\/(react|react-dom|scheduler|@lingui|use-sync-external-store)\//,
                },
                // The router is separate, because an event page does not load it
                // (web/app/public/picker/island.tsx).
                { name: 'router', test: /node_modules\/react-router\// },
              ],
            },
          },
        },
      },
    },
  },
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
      '@mantine/dropzone',
      '@mantine/tiptap',
      '@tiptap/react',
      '@tiptap/starter-kit',
      'zod',
    ],
  },
  server: { fs: { allow: [repository] } },
}));
