import { describe, expect, it } from 'vitest';
import { matches } from './commands.ts';
import { readPress } from './key-sequence.ts';
import { creatableAt, DESTINATIONS, eventOfPath, reachable } from './pages.ts';

const everything = () => true;

describe('shortcuts', () => {
  it('G waits for what follows, and not for long', () => {
    expect(readPress(null, { key: 'G', at: 0 })).toEqual({ kind: 'waiting' });
    expect(readPress({ key: 'g', at: 0 }, { key: 'T', at: 900 })).toEqual({ kind: 'go', key: 't' });
    expect(readPress({ key: 'g', at: 0 }, { key: 't', at: 1300 })).toEqual({ kind: 'single', key: 't' });
    expect(readPress({ key: 'g', at: 0 }, { key: 'g', at: 100 })).toEqual({ kind: 'waiting' });
    expect(readPress(null, { key: 'Escape', at: 0 })).toEqual({ kind: 'single', key: 'Escape' });
  });

  it('no two pages have one key', () => {
    const keys = DESTINATIONS.flatMap(({ key }) => key ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('pages', () => {
  it('knows the event of an address', () => {
    expect(eventOfPath('/manage/event/12')).toBe(12);
    expect(eventOfPath('/manage/event/12/tickets')).toBe(12);
    expect(eventOfPath('/manage/events/archived')).toBeNull();
    expect(eventOfPath('/manage/event/12x')).toBeNull();
  });

  it('leads only where somebody may be', () => {
    const ids = (list: ReturnType<typeof reachable>) => list.map(({ id }) => id);
    expect(ids(reachable(null, everything))).toEqual([
      'events',
      'organizers',
      'account-reports',
      'taxes-and-fees',
      'users',
      'my-accounts',
      'payment',
      'account-details',
      'event-defaults',
      'audit-log',
      'own-doors',
    ]);
    expect(ids(reachable(null, (one) => one !== 'payments.read'))).not.toContain('payment');
    expect(ids(reachable(7, everything))).toContain('capacity-assignments');
  });

  it('makes something new where the page can', () => {
    expect(creatableAt('/manage/event/7/tickets', everything)?.id).toBe('tickets');
    expect(creatableAt('/manage/events', everything)?.id).toBe('events');
    expect(creatableAt('/manage/event/7/orders', everything)).toBeUndefined();
    expect(creatableAt('/manage/event/7/tickets', (one) => one !== 'tickets.write')).toBeUndefined();
  });
});

describe('finding a command', () => {
  it.each([
    ['', true],
    ['promo', true],
    ['CODES promo', true],
    ['códés', true],
    ['prx', false],
  ])('%j', (query, isFound) => {
    expect(matches('Promo codes', query)).toBe(isFound);
  });
});
