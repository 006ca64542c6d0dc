import * as affiliates from '@entrada/contract/catalog/affiliates';
import * as taxesAndFees from '@entrada/contract/catalog/taxes-and-fees';
import { expect, test } from 'vitest';
import { bareModule } from './bare-contract.ts';

/** Runs the code of a module without functions of the file. */
const run = (code: string) => import(`data:text/javascript,${encodeURIComponent(code)}`);

test('the browser gets calls without schemas, and data as they are', async () => {
  const code = bareModule({ ...affiliates }, '/contract/affiliates.ts');
  const bare = await run(code);
  expect(bare.listAffiliates).toEqual({ method: 'GET', path: affiliates.listAffiliates.path });
  expect(bare.createAffiliate).toEqual({ method: 'POST', path: affiliates.createAffiliate.path });
  expect(bare.affiliateListRules).toEqual(affiliates.affiliateListRules);
  expect(bare.AFFILIATE_DAYS).toBe(affiliates.AFFILIATE_DAYS);
  expect(code).not.toContain('"def"');
});

test('functions come from the file itself, and a schema cannot be imported', () => {
  const code = bareModule({ ...taxesAndFees }, '/contract/taxes.ts');
  expect(code).toContain('export { taxesAreIncluded } from "/contract/taxes.ts";');
  const schemas = Object.entries(affiliates).flatMap(([name, value]) =>
    typeof value === 'object' && '_zod' in value ? [name] : [],
  );
  expect(schemas.length).toBeGreaterThan(0);
  for (const name of schemas) expect(bareModule({ ...affiliates }, '/a.ts')).not.toContain(`${name} =`);
});
