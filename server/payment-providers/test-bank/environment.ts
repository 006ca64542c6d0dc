import { type BankFault, type BankFaults, createBankFaults } from './faults.ts';
import { chance, type Mischief, USUAL_MISCHIEF } from './mischief.ts';

type Wishes = { mischief: Mischief; settleDelayMs?: number; faults?: BankFaults };

const FIELDS = ['duplicate', 'shuffle', 'drop', 'delayMs', 'shuffleMs'] as const;
/**
 * The common faults. A call without any answer is left out because it takes the caller's whole time limit and
 * would slow a run down.
 */
const KINDS: readonly BankFault[] = [
  'disconnect_before',
  'disconnect_after',
  'status_500_before',
  'status_500_after',
  'status_429',
];

/**
 * Random faults. A call fails with this probability. The same seed gives the same faults. One in fifty of the
 * faults is a call without any answer.
 */
function createRandomFaults(seed: string, rate: number): BankFaults {
  const planned = createBankFaults();
  let calls = 0;
  return {
    ...planned,
    take(operation) {
      const waiting = planned.take(operation);
      if (waiting) return waiting;
      calls += 1;
      if (chance(seed, calls, 'fault') >= rate) return null;
      if (chance(seed, calls, 'silence') < 0.02) {
        return chance(seed, calls, 'side') < 0.5 ? 'timeout_before' : 'timeout_after';
      }
      return KINDS[Math.floor(chance(seed, calls, 'kind') * KINDS.length)] ?? null;
    },
  };
}

/**
 * Reads TEST_BANK_MISCHIEF, which says how badly the bank behaves:
 * `seed=x,drop=0.1,duplicate=0.3,faults=0.05,settleMs=500`. For crash tests. Returns nothing in production or
 * if the variable is not set. Throws for an unknown word.
 */
export function readMischief(
  env: Record<string, string | undefined>,
  mode: 'demo' | 'production',
): Wishes | Record<string, never> {
  const text = env['TEST_BANK_MISCHIEF'];
  if (!text || mode === 'production') return {};
  const wishes: Wishes = { mischief: { ...USUAL_MISCHIEF } };
  let rate = 0;
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.split('=');
    const number = Number(value);
    const field = FIELDS.find((known) => known === name);
    if (name === 'seed') wishes.mischief.seed = value;
    else if (value === '' || !(number >= 0)) throw new Error(`TEST_BANK_MISCHIEF: ${part} is no figure`);
    else if (field) wishes.mischief[field] = number;
    else if (name === 'faults') rate = number;
    else if (name === 'settleMs') wishes.settleDelayMs = number;
    else throw new Error(`TEST_BANK_MISCHIEF does not know ${name}`);
  }
  if (rate > 0) wishes.faults = createRandomFaults(wishes.mischief.seed, rate);
  return wishes;
}

/**
 * Reads TEST_BANK_AT, the address under which this process reaches the test bank, for runs that put something between
 * the two. Null in production or if the variable is not set: the bank is reached directly.
 */
export function readBankAddress(
  env: Record<string, string | undefined>,
  mode: 'demo' | 'production',
): string | null {
  const address = env['TEST_BANK_AT'];
  return address && mode !== 'production' ? address : null;
}
