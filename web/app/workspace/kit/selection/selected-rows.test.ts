import { describe, expect, it } from 'vitest';
import {
  allSelected,
  countSelected,
  isSelected,
  noneSelected,
  rangeOf,
  selectionParams,
  withRows,
} from './selected-rows.ts';

describe('selected rows', () => {
  it('are chosen and given up one by one', () => {
    const two = withRows(noneSelected, [4, 7], true);
    expect([isSelected(two, 4), isSelected(two, 5), countSelected(two, 812)]).toEqual([true, false, 2]);
    expect(countSelected(withRows(two, [4, 7, 9], false), 812)).toBe(0);
  });

  it('are all that match but those given up', () => {
    const most = withRows(allSelected, [4, 7], false);
    expect([isSelected(most, 4), isSelected(most, 5), countSelected(most, 812)]).toEqual([false, true, 810]);
    expect(withRows(most, [4, 7], true)).toEqual(allSelected);
  });

  it('leave the earlier choice as it was', () => {
    withRows(noneSelected, [1], true);
    expect(countSelected(noneSelected, 5)).toBe(0);
  });

  it('are asked for by their ids, or with those left out', () => {
    const params = { query: 'ana' };
    expect(selectionParams(withRows(noneSelected, [4, 7], true), params)).toEqual({
      query: 'ana',
      ids: '4,7',
    });
    expect(selectionParams(allSelected, params)).toEqual(params);
    expect(selectionParams(withRows(allSelected, [4], false), params)).toEqual({ query: 'ana', except: '4' });
  });

  it('reach from the last one to this one, in both directions', () => {
    expect(rangeOf([9, 4, 7, 1], 4, 1)).toEqual([4, 7, 1]);
    expect(rangeOf([9, 4, 7, 1], 1, 9)).toEqual([9, 4, 7, 1]);
    expect(rangeOf([9, 4, 7, 1], 33, 7)).toEqual([7]);
    expect(rangeOf([9, 4, 7, 1], null, 7)).toEqual([7]);
    expect(rangeOf([9, 4], 9, 33)).toEqual([]);
  });
});
