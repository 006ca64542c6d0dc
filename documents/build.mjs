import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { documentPlugins } from './vite-plugins.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
const external = [
  /^node:/,
  /^react(\/|$)/,
  /^react-dom(\/|$)/,
  /^@react-email\//,
  /^@lingui\//,
  'pdfkit',
  'qrcode',
  'ical-generator',
];

/** Bundles the package for Node. With --watch it builds again after every change. */
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  plugins: documentPlugins(),
  ssr: { external: true, noExternal: ['@entrada/contract'] },
  build: {
    ssr: true,
    outDir: 'build',
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    sourcemap: true,
    watch: process.argv.includes('--watch') ? {} : null,
    rolldownOptions: {
      input: { index: 'index.ts', 'sample-emails': 'samples/emails.ts', 'sample-pdf': 'samples/pdf.ts' },
      external,
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
