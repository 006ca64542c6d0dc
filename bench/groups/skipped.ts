import type { Report } from '../report.ts';
import type { Bench } from '../world.ts';

/** Goals that are measured elsewhere. They are listed, so that nobody thinks that they passed here. */
export async function skippedGroup(_bench: Bench, report: Report): Promise<void> {
  report.skip('7', 'kill -9 of a backend and of the server', 'npm run chaos does it');
}
