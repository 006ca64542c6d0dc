import { login } from '@entrada/contract/accounts/accounts';
import { buildAccount } from '../../server/accounts/factory.ts';
import { hashPassword } from '../../server/accounts/password.ts';
import type { Report } from '../report.ts';
import { interleave } from '../rounds.ts';
import { type Bench, openWorld } from '../world.ts';

const PASSWORD = 'a-password-of-the-bench';
/** So many people sign in at once: as many as hash together, and some who wait. */
const AT_ONCE = 8;
const LOGINS = 64;
const QUICK_LOGINS = 16;
/** Of each kind, to compare how long they take. */
const PAIRS = 100;
const QUICK_PAIRS = 20;

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Logins over HTTP, what a password's hash costs, and whether the time tells a known address from an unknown one. */
export async function loginGroup(bench: Bench, report: Report): Promise<void> {
  const world = await openWorld(bench);
  try {
    const hash = await hashPassword(PASSWORD);
    const { email } = await buildAccount(world.database.db, { passwordHash: hash });
    const wrong: number[] = [];
    const signIn = async (address: string, password: string, expected: number) => {
      const started = performance.now();
      const reply = await fetch(`http://127.0.0.1:${world.port}/api${login.path}`, {
        method: login.method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: address, password }),
      });
      await reply.arrayBuffer();
      if (reply.status !== expected) wrong.push(reply.status);
      return performance.now() - started;
    };
    const inParallel = async () => {
      const count = bench.quick ? QUICK_LOGINS : LOGINS;
      const started = performance.now();
      let left = count;
      const one = async () => {
        while (left > 0) {
          left -= 1;
          await signIn(email, PASSWORD, 200);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, one));
      return (count * 1000) / (performance.now() - started);
    };
    const hashing = async () => {
      const started = performance.now();
      await hashPassword(PASSWORD);
      return performance.now() - started;
    };
    /** One known address, one unknown, in turns, so that a slow moment affects both. */
    const difference = async () => {
      const [known, unknown]: [number[], number[]] = [[], []];
      for (let pair = 0; pair < (bench.quick ? QUICK_PAIRS : PAIRS); pair += 1) {
        known.push(await signIn(email, 'wrong', 401));
        unknown.push(await signIn(`nobody-${pair}@example.com`, 'wrong', 401));
      }
      return Math.abs(median(known) - median(unknown));
    };
    await signIn(email, PASSWORD, 200);
    const found = await interleave(bench.rounds, [
      { name: 'logins', run: inParallel },
      { name: 'hash', run: hashing },
      { name: 'difference', run: difference },
    ]);
    const [, parameters = ''] = /^\$argon2id\$v=19\$([^$]+)\$/.exec(hash) ?? [];
    report.check('-', 'argon2id parameters', parameters === 'm=19456,t=2,p=1', parameters);
    report.figure('-', 'one hash of a password', 'ms', found.hash);
    report.figure('-', `logins, ${AT_ONCE} at once`, '/s', found.logins);
    report.goal('E2', 'known / unknown address, medians apart', 'ms', found.difference, { atMost: 5 });
    report.check('-', 'logins are answered as expected', wrong.length === 0, wrong.join(' ') || 'all');
  } finally {
    await world.close();
  }
}
