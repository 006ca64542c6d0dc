import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../../config/environment.ts';
import type { Report } from '../core/report.ts';

export type Received = { body: string; headers: IncomingHttpHeaders; now: Date };

/**
 * What a call of a mail service says. `refused`: it does not come from the service. `nothing`: it does, and says nothing that
 * counts here. `accept`: called once the report was noted.
 */
export type Parsed =
  | { is: 'refused' }
  | { is: 'nothing' }
  | { is: 'report'; report: Report; accept?: () => void };

/** How the calls of one mail service are read; null if the installation does not use it. */
export type MailService = (config: Config) => ((received: Received) => Promise<Parsed> | Parsed) | null;

/** A JSON object; null if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
