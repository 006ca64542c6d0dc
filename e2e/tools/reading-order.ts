import { expect, type Locator } from '@playwright/test';

const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, [tabindex="0"]';

/** Expects that Tab reaches the controls of a part of a page in the order in which they stand, from the top down. */
export async function expectReadingOrder(part: Locator): Promise<void> {
  await expect(part).toBeVisible();
  const tops = await part.locator(CONTROLS).evaluateAll((controls) =>
    controls
      .filter((control) => control.checkVisibility())
      .map((control) => {
        const { top, bottom } = control.getBoundingClientRect();
        return { what: control.textContent || control.getAttribute('aria-label'), top, bottom };
      }),
  );
  expect(tops.length).toBeGreaterThan(1);
  const back = tops.filter((one, nth) => one.bottom <= (tops[nth - 1]?.top ?? 0));
  expect(back).toEqual([]);
}
