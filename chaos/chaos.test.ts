import { expect, test } from 'vitest';
import { FAILPOINTS } from '../server/platform/failpoints.ts';
import { runChaos, toLines } from './run.ts';

const KILLS = 10;
const RESTARTS = 3;

test('nothing acknowledged is lost: every failpoint, random kills, crashes of PostgreSQL', async () => {
  const seed = process.env['CHAOS_SEED'] ?? 'suite';
  const lines: string[] = [];
  const report = await runChaos({
    seed,
    failpoints: FAILPOINTS,
    kills: KILLS,
    restarts: RESTARTS,
    faultSeconds: 0,
    buyers: 8,
    recoveryMs: 60_000,
    log: (line) => lines.push(line),
  });
  expect(report.found, [...lines, ...toLines(report)].join('\n')).toEqual([]);
  expect(report).toMatchObject({ failpoints: FAILPOINTS.length, kills: KILLS, restarts: RESTARTS });
});
