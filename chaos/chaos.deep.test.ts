import { expect, test } from 'vitest';
import { FAILPOINTS, type Failpoint } from '../server/platform/failpoints.ts';
import { IS_DEEP } from '../server/test/deep.ts';
import type { Freeze } from './freezes.ts';
import { runChaos, toLines } from './run.ts';

const SOME: readonly Failpoint[] = ['reserve.after-statement', 'settle.before-commit'];
const failpoints = IS_DEEP ? FAILPOINTS : SOME;
const kills = IS_DEEP ? 10 : 1;
const restarts = IS_DEEP ? 3 : 0;
const freezes: readonly Freeze[] = IS_DEEP
  ? [
      { what: 'database', seconds: 10 },
      { what: 'database', seconds: 1 },
      { what: 'disk', seconds: 10 },
      { what: 'provider', seconds: 10 },
    ]
  : [];
const what = IS_DEEP
  ? 'every failpoint, random kills, crashes, freezes of PostgreSQL'
  : 'some failpoints and a random kill';

test(`nothing acknowledged is lost: ${what}`, async () => {
  const seed = process.env['CHAOS_SEED'] ?? 'suite';
  const lines: string[] = [];
  const report = await runChaos({
    seed,
    failpoints,
    kills,
    restarts,
    faultSeconds: 0,
    freezes,
    buyers: 8,
    recoveryMs: 60_000,
    log: (line) => lines.push(line),
  });
  expect(report.found, [...lines, ...toLines(report)].join('\n')).toEqual([]);
  expect(report).toMatchObject({ failpoints: failpoints.length, kills, restarts, freezes: freezes.length });
});
