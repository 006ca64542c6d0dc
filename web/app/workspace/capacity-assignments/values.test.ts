import { createCapacityAssignment } from '@entrada/contract/catalog/capacity-assignments';
import { LIMITS } from '@entrada/contract/constants';
import { describe, expect, it } from 'vitest';
import { emptyCapacity, readCapacity, readForm } from './values.ts';

describe('the form of a capacity assignment', () => {
  it.each([
    ['', null],
    [' 80 ', 80],
    ['1,500', 1500],
    ['1.500', 1500],
    ['1’500', 1500],
    ['0', 0],
    ['1.5', undefined],
    ['-3', undefined],
    ['many', undefined],
  ])('reads %j places as %s', (typed, places) => {
    expect(readCapacity(typed)).toBe(places);
  });

  it('says all that is missing at once, and nothing of what the API takes', () => {
    expect(readForm({ ...emptyCapacity, capacity: 'x' }).wrong.map(({ path }) => path)).toEqual([
      'capacity',
      'name',
      'ticketIds',
    ]);
    const { body } = readForm({ ...emptyCapacity, name: ' Hall ', ticketIds: ['3'] });
    expect(createCapacityAssignment.body.parse(body)).toEqual({
      name: 'Hall',
      capacity: null,
      active: true,
      ticketIds: [3],
    });
    const beyond = { ...emptyCapacity, name: 'x', ticketIds: ['3'], capacity: String(LIMITS.quantity + 1) };
    expect(readForm(beyond).wrong).toEqual([{ path: 'capacity', code: 'too_big', max: LIMITS.quantity }]);
  });
});
