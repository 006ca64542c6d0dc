import { createAffiliate } from '@entrada/contract/catalog/affiliates';
import { expect, test } from 'vitest';
import { bodySchema } from './judge.ts';

test('a call without schemas, as the browser has it, finds the schema of its body', () => {
  const { method, path } = createAffiliate;
  const bare = { method, path } as typeof createAffiliate;
  expect(bodySchema(bare)).toBe(createAffiliate.body);
});
