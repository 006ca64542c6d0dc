// What `npm start` runs. Node keeps what it compiled of each source, so that a start reads that and loads neither the
// compiler of types nor each source again: half the time to start, and 30 MB less memory (docs/decisions/038). The first
// start writes it. JavaScript, because TypeScript would load that compiler.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));
await import('./main.ts');
