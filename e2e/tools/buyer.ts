import type { Locator, Page } from '@playwright/test';

/** Fills in the buyer on the page of details: Ana Martí with this address. Returns that part of the page. */
export async function sayWhoBuys(page: Page, email: string): Promise<Locator> {
  const who = page.getByRole('region', { name: 'Your details' });
  await who.getByLabel('First name').fill('Ana');
  await who.getByLabel('Last name').fill('Martí');
  await who.getByLabel('Email', { exact: true }).fill(email);
  return who;
}
