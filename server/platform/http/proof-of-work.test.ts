import { describe, expect, test } from 'vitest';
import { solveProof } from '../../test/proof.ts';
import { createProofs, proofFactor } from './proof-of-work.ts';

const SECRET = 'a-secret-for-proofs-0123456789abcdef';

function setUp() {
  let ahead = 0;
  const clock = { now: () => new Date(Date.now() + ahead * 1000) };
  return {
    clock,
    proofs: createProofs(SECRET, clock),
    travel: (seconds: number) => {
      ahead += seconds;
    },
  };
}

const read = (challenge: string) => JSON.parse(Buffer.from(challenge, 'base64url').toString('utf8'));
const write = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a proof of work', () => {
  test('is taken once', async () => {
    const { proofs } = setUp();
    const proof = await solveProof(await proofs.challenge('reserve', '10.0.0.1', 0));
    const answers = await Promise.all([1, 2, 3].map(() => proofs.accept(proof, 'reserve', '10.0.0.1')));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await proofs.accept(proof, 'reserve', '10.0.0.1')).toBe(false);
  });

  test('counts for its purpose and address only, and is not used up by a wrong one', async () => {
    const { proofs } = setUp();
    const proof = await solveProof(await proofs.challenge('reserve', '10.0.0.1', 0));
    expect(await proofs.accept(proof, 'register', '10.0.0.1')).toBe(false);
    expect(await proofs.accept(proof, 'reserve', '10.0.0.2')).toBe(false);
    expect(await proofs.accept(proof, 'reserve', '10.0.0.1')).toBe(true);
  });

  test('expires after five minutes', async () => {
    const { proofs, travel } = setUp();
    const proof = await solveProof(await proofs.challenge('reserve', '10.0.0.1', 0));
    travel(301);
    expect(await proofs.accept(proof, 'reserve', '10.0.0.1')).toBe(false);
  });

  test('is for the installation whose secret signed the challenge', async () => {
    const { proofs, clock } = setUp();
    const other = createProofs('another-secret-for-proofs-0123456789', clock);
    const proof = await solveProof(await other.challenge('reserve', '10.0.0.1', 0));
    expect(await proofs.accept(proof, 'reserve', '10.0.0.1')).toBe(false);
  });

  test('does not survive a change to anything that was signed', async () => {
    const { proofs } = setUp();
    const text = await proofs.challenge('reserve', '10.0.0.1', 0);
    const challenge = read(text);
    const solved = (await solveProof(text)).split('.');
    const { parameters } = challenge;
    const longer = { ...parameters, expiresAt: parameters.expiresAt + 600 };
    const lighter = { ...parameters, keyPrefix: parameters.keyPrefix.slice(0, 2) };
    const elsewhere = { ...parameters, data: { for: 'x'.repeat(22) } };
    const unsignedKey = { ...parameters, keySignature: '00'.repeat(32) };
    for (const changed of [longer, lighter, elsewhere, unsignedKey]) {
      const header = [write({ ...challenge, parameters: changed }), ...solved.slice(1)].join('.');
      expect(await proofs.accept(header, 'reserve', '10.0.0.1')).toBe(false);
    }
    expect(await proofs.accept(solved.join('.'), 'reserve', '10.0.0.1')).toBe(true);
  });

  test('must be solved', async () => {
    const { proofs } = setUp();
    const text = await proofs.challenge('reserve', '10.0.0.1', 0);
    for (const answer of [
      '0.00',
      `1.${'00'.repeat(32)}`,
      '1.',
      '.',
      '',
      '-1.00',
      '1e3.00',
      `0.${'zz'.repeat(32)}`,
    ])
      expect(await proofs.accept(`${text}.${answer}`, 'reserve', '10.0.0.1')).toBe(false);
    expect(await proofs.accept(`${text}.${read(text).parameters.keyPrefix}.00`, 'reserve', '10.0.0.1')).toBe(
      false,
    );
  });

  test('that is no proof at all is refused quietly', async () => {
    const { proofs } = setUp();
    const headers = [undefined, '', '...', 'x', `${write(null)}.1.00`, `${write([])}.1.00`, 'a'.repeat(5000)];
    const shapes = [{}, { parameters: {} }, { parameters: null, signature: '' }, { __proto__: null }];
    for (const header of [...headers, ...shapes.map((shape) => `${write(shape)}.1.${'00'.repeat(32)}`)])
      expect(await proofs.accept(header, 'reserve', '10.0.0.1')).toBe(false);
  });
});

test('the work doubles with every ten calls beyond the limit, up to eight times the least', () => {
  expect([0, 9, 10, 19, 20, 29, 30, 1000, -5].map(proofFactor)).toEqual([1, 1, 2, 2, 4, 4, 8, 8, 1]);
});
