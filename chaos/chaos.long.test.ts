import { expect, test } from 'vitest';
import { FAILPOINTS } from '../server/platform/failpoints.ts';
import type { Freeze } from './freezes.ts';
import { runChaos, toLines } from './run.ts';

const kills = 10;
const restarts = 3;
const freezes: readonly Freeze[] = [
  { what: 'database', seconds: 10 },
  { what: 'database', seconds: 1 },
  { what: 'disk', seconds: 10 },
  { what: 'provider', seconds: 10 },
];

test('nothing acknowledged is lost: every failpoint, random kills, crashes, freezes of PostgreSQL', async () => {
  const seed = process.env['CHAOS_SEED'] ?? 'suite';
  const lines: string[] = [];
  const report = await runChaos({
    seed,
    failpoints: FAILPOINTS,
    kills,
    restarts,
    faultSeconds: 0,
    freezes,
    buyers: 8,
    recoveryMs: 60_000,
    log: (line) => lines.push(line),
  });
  expect(report.found, [...lines, ...toLines(report)].join('\n')).toEqual([]);
  expect(report).toMatchObject({ failpoints: FAILPOINTS.length, kills, restarts, freezes: freezes.length });
});
