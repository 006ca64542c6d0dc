import { expect, type Page } from '@playwright/test';

/** A hardware scanner types the code. Waits for an answer that is a word of `verdict`, and returns it. */
export async function scan(phone: Page, code: string, ...verdict: readonly string[]): Promise<string> {
  // The first key wakes the sound, which takes a moment.
  await phone.keyboard.press('Shift');
  await typeCode(phone, code);
  let answer = '';
  await expect(async () => {
    answer = await phone
      .locator('[data-verdict]')
      .evaluate((shown: HTMLElement) => shown.dataset['verdict'] ?? '');
    expect(verdict).toContain(answer);
  }).toPass({ intervals: [50] });
  return answer;
}

/** As fast as a scanner does, however busy the machine is. */
export const typeCode = (phone: Page, code: string): Promise<void> =>
  phone.evaluate((text) => {
    for (const key of [...text, 'Enter'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }, code);

/** The phone has its tickets, and its page opens without a network. */
export async function untilReady(phone: Page): Promise<void> {
  await expect(async () => {
    const kept = await phone.evaluate(async () => {
      const pages = await caches.open('entrada-door-pages');
      return (await pages.keys()).length;
    });
    expect(kept).toBe(1);
  }).toPass();
  await phone.getByRole('button', { name: 'Camera and sound' }).click();
  await phone.getByRole('button', { name: 'Without a connection' }).click();
  await expect(phone.getByText('Decides by itself until')).toBeVisible();
  await phone.getByRole('button', { name: 'Done' }).click();
}
