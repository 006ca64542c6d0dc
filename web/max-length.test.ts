import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * A browser cuts what is pasted into a field with this attribute, and says nothing. Only these have it: searches, codes
 * and figures of a fixed length, the one word that stands in an empty placeholder, and the name of a device at the door,
 * which nobody can be stopped for.
 */
const MAY_CUT = [
  'auth/parts/second-step.tsx',
  'checkout/payment/card-form.tsx',
  'door/active/settings-sheet.tsx',
  'door/entry/pin.tsx',
  'door/parts/finder.tsx',
  'public/picker/line/action.tsx',
  'public/picker/promo-field.tsx',
  'ui/form/search-head.tsx',
  'ui/form/stepper.tsx',
  'workspace/check-in-lists/links/form.tsx',
  'workspace/kit/filters/inputs.tsx',
  'workspace/kit/list/search-box.tsx',
  'workspace/kit/palette/dialog.tsx',
  'workspace/messages/compose/words.tsx',
  'workspace/messages/report/recipients.tsx',
  'workspace/profile/security/app-form.tsx',
  'workspace/widget/options-form.tsx',
];

test('no field cuts what somebody writes', () => {
  const root = new URL('app/', import.meta.url).pathname;
  const cutting = globSync('**/*.tsx', { cwd: root }).filter((file) =>
    readFileSync(root + file, 'utf8').includes('maxLength='),
  );
  expect(cutting.sort()).toEqual(MAY_CUT);
});
