import type { Config } from '../config.ts';
import type { Clock } from './clock.ts';
import type { Database } from './db/client.ts';
import type { FileStore } from './files.ts';
import type { PaymentProvider } from './payments-port.ts';

/** What features may need besides the context of a call. */
export type Parts = {
  config: Config;
  database: Database;
  files: FileStore;
  provider: PaymentProvider | null;
  clock: Clock;
};
