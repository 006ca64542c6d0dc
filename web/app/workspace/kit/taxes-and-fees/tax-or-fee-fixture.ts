/** A fee of 6 %, for tests. */
export const taxOrFee = (id: number, more: object = {}) => ({
  id,
  version: 1,
  name: `Fee ${id}`,
  type: 'fee' as const,
  calculation: 'percentage' as const,
  rate: '6.0000',
  amount: null,
  currency: null,
  included: false,
  isDefault: true,
  tickets: 0,
  ...more,
});
