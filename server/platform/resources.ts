import type { Config } from '../config/environment.ts';
import type { Database } from '../db/client.ts';
import type { PaymentProvider } from '../payment-providers/port.ts';
import type { Clock } from './clock.ts';
import type { Drawings } from './documents/draw.ts';
import type { FileStore } from './files.ts';

/**
 * What this process works with. A feature takes what it needs from it, in addition to the context of a call.
 */
export type Resources = {
  config: Config;
  database: Database;
  files: FileStore;
  drawings: Drawings;
  provider: PaymentProvider | null;
  clock: Clock;
};
