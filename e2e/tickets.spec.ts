import type { Locator } from '@playwright/test';
import { expect, test } from './tools/fixtures.ts';
import { buildEvent, buildOrganizer, buildTicket, publish, signIn } from './tools/organizer.ts';

const nameOf = (list: Locator) => list.getByRole('heading', { level: 3 });

test('a tiered ticket with a fee of its own, put in order by keys, as buyers see it @deep', {
  tag: '@phone',
}, async ({ page, visitor, axe, watch }) => {
  watch.expect(/status of 422/);
  const organizer = await buildOrganizer('Sorting');
  const event = await buildEvent(organizer, 'In order');
  for (const name of ['Friday', 'Saturday'])
    await buildTicket(organizer.api, event.id, { type: 'paid', name, prices: [{ amount: 45_00 }] });
  await publish(organizer.api, event.id);
  await signIn(page, organizer);
  await page.goto(`/manage/event/${event.id}/tickets`);
  const tickets = page.getByRole('main');

  await test.step('the price that a buyer pays grows with what is typed', async () => {
    await page.getByRole('button', { name: 'New ticket' }).click();
    const drawer = page.getByRole('dialog', { name: 'New ticket' });
    await drawer.getByRole('radiogroup', { name: 'Type' }).first().getByText('Tiered').click();
    await drawer.getByRole('textbox', { name: 'Name' }).fill('Pass');
    await drawer.getByRole('textbox', { name: 'Label' }).fill('Early bird');
    await drawer.getByRole('textbox', { name: 'Price' }).fill('80');
    await drawer.getByRole('button', { name: 'Add tier' }).click();
    await drawer.getByRole('textbox', { name: 'Label' }).last().fill('Regular');
    await drawer.getByRole('textbox', { name: 'Price' }).last().fill('100');
    await drawer.getByRole('button', { name: 'New tax or fee' }).click();
    const fee = drawer.getByRole('group', { name: 'New tax or fee' });
    await fee.getByRole('textbox', { name: 'Name' }).fill('Booking fee');
    await fee.getByRole('textbox', { name: 'Percentage' }).fill('7.1250');
    await fee.getByRole('button', { name: 'Add fee' }).click();
    await expect(drawer.getByRole('checkbox', { name: 'Booking fee 7.125%' })).toBeChecked();
    await expect(drawer.getByText('The event page shows €80.00 + €5.70 fee.')).toBeVisible();
    await expect(drawer.getByText('€107.13').first()).toBeVisible();
    await axe(page, { what: 'ticket drawer with tiers and charges' });
    await drawer.getByRole('button', { name: 'Save ticket' }).click();
    await expect(drawer).toBeHidden();
    await expect(nameOf(tickets)).toHaveText(['Friday', 'Saturday', 'Pass']);
  });

  await test.step('a date typed halfway and an amount that nobody can pay are refused in their fields', async () => {
    await page.getByRole('button', { name: 'New ticket' }).click();
    const drawer = page.getByRole('dialog', { name: 'New ticket' });
    await drawer.getByRole('textbox', { name: 'Name' }).fill('Workshop');
    await drawer.getByRole('textbox', { name: 'Price' }).fill('45');
    const starts = drawer.getByRole('textbox', { name: 'Starts' });
    await starts.fill('12.5.2027');
    const save = drawer.getByRole('button', { name: 'Save ticket' });
    await save.click();
    await expect(drawer.getByText('Add the time, such as')).toBeVisible();
    await expect(starts).toBeFocused();
    await expect(starts).toHaveValue('12.5.2027');
    await starts.fill('12.5.2027 10h');
    await drawer.getByRole('textbox', { name: 'Price' }).fill('0.10');
    await save.click();
    await expect(drawer.getByText('Enter €0.50 or more.')).toBeVisible();
    await expect(drawer.getByRole('textbox', { name: 'Price' })).toBeFocused();
    await expect(starts).toHaveValue('12 May 2027, 10:00');
    await drawer.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(drawer).toBeHidden();
  });

  await test.step('keys and menus put it in order', async () => {
    const said = page.getByRole('main').getByRole('status').filter({ hasText: 'Pass' });
    const handle = page.getByRole('button', { name: 'Move Pass' });
    await handle.focus();
    await page.keyboard.press('Space');
    await expect(said).toContainText('Pass is picked up');
    await page.keyboard.press('ArrowUp');
    await expect(said).toContainText('Pass is now number 2 of 3.');
    await page.keyboard.press('Space');
    await expect(nameOf(tickets)).toHaveText(['Friday', 'Pass', 'Saturday']);
    await expect(page.getByText('The order is saved.')).toBeVisible();
    await expect(handle).toBeFocused();
    // With the keyboard, because on a narrow screen the notice covers the button.
    await page.getByRole('button', { name: 'Actions for Saturday' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Move to top' }).press('Enter');
    await expect(nameOf(tickets)).toHaveText(['Saturday', 'Friday', 'Pass']);
    await expect(page.getByRole('button', { name: 'Actions for Saturday' })).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(nameOf(tickets)).toHaveText(['Friday', 'Pass', 'Saturday']);
  });

  await test.step('with a search the order can’t change, and the page says why', async () => {
    await page.getByRole('searchbox', { name: 'Search tickets' }).fill('day');
    await expect(nameOf(tickets)).toHaveText(['Friday', 'Saturday']);
    await expect(page.getByRole('button', { name: 'Move Friday' })).toBeHidden();
    await expect(page.getByText('Clear search and filters to change the order')).toBeVisible();
  });

  await test.step('two are hidden at once and shown again; the status can be left out, and stays so', async () => {
    await page.getByRole('button', { name: 'Clear search' }).click();
    const select = page.getByRole('button', { name: 'Select', exact: true });
    await select.click();
    await expect(page.getByText('Finish selecting to change the order')).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select Friday' }).click();
    await page.getByRole('checkbox', { name: 'Select Saturday' }).click();
    await axe(page, { what: 'chosen tickets' });
    await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Hide' }).click();
    await expect(page.getByText('2 tickets are hidden from everyone.')).toBeVisible();
    await expect(nameOf(tickets)).toHaveText(['Pass', 'Friday', 'Saturday']);
    await expect(select).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('2 tickets are no longer hidden.')).toBeVisible();
    await expect(nameOf(tickets)).toHaveText(['Friday', 'Pass', 'Saturday']);
    const columns = page.getByRole('button', { name: 'Columns' });
    // On narrow screens the rows show everything, and there is no choice of columns.
    if (!(await columns.isVisible())) return;
    await columns.click();
    await page.getByRole('menuitemcheckbox', { name: 'Status' }).click();
    await expect(tickets.getByText('On sale')).toHaveCount(3);
    await expect(tickets.getByText('On sale').first()).toBeHidden();
    await page.reload();
    await expect(page.getByText('Drag to change the order buyers see')).toBeVisible();
    await expect(tickets.getByText('On sale').first()).toBeHidden();
  });

  await test.step('buyers see the order and the fee', async () => {
    const buyer = await visitor();
    await buyer.goto(event.publicPath);
    const section = buyer.getByRole('form', { name: 'Tickets' });
    await expect(nameOf(section)).toHaveText(['Friday', 'Pass', 'Saturday']);
    await expect(section.getByText('+ €5.70 fee')).toBeVisible();
  });
});

test('a tax of the euro zone is included and on the next ticket; a ticket without it says so @deep', async ({
  page,
  axe,
  isMobile,
}) => {
  const organizer = await buildOrganizer('Taxes');
  const event = await buildEvent(organizer, 'With tax');
  await buildTicket(organizer.api, event.id, { type: 'paid', name: 'Before', prices: [{ amount: 45_00 }] });
  await signIn(page, organizer);
  await page.goto(`/manage/event/${event.id}/tickets`);
  const drawer = page.getByRole('dialog', { name: 'New ticket' });
  const vat = drawer.getByRole('checkbox', { name: 'VAT 10%' });
  const rowOf = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const start = async (name: string) => {
    await page.getByRole('button', { name: 'New ticket' }).click();
    await drawer.getByRole('textbox', { name: 'Name' }).first().fill(name);
    await drawer.getByRole('textbox', { name: 'Price' }).fill('22');
  };
  const save = async () => {
    await drawer.getByRole('button', { name: 'Save ticket' }).click();
    await expect(drawer).toBeHidden();
  };

  await test.step('a new tax starts as included and goes on new tickets', async () => {
    await start('First');
    await drawer.getByRole('button', { name: 'New tax or fee' }).click();
    const tax = drawer.getByRole('group', { name: 'New tax or fee' });
    await expect(tax.getByRole('checkbox', { name: 'Add to new tickets' })).not.toBeChecked();
    await tax.getByRole('radiogroup', { name: 'Type' }).getByText('Tax', { exact: true }).click();
    await expect(tax.getByRole('radio', { name: 'Included' })).toBeChecked();
    await expect(tax.getByRole('checkbox', { name: 'Add to new tickets' })).toBeChecked();
    await tax.getByRole('textbox', { name: 'Name' }).fill('VAT');
    await tax.getByRole('textbox', { name: 'Percentage' }).fill('10');
    await tax.getByRole('button', { name: 'Add tax' }).click();
    await expect(vat).toBeChecked();
    await save();
    if (!isMobile) await expect(rowOf('First').getByText('incl. €2.00 tax')).toBeVisible();
    await expect(rowOf('First').getByText('No tax')).toBeHidden();
  });

  await test.step('a ticket from before is marked', async () => {
    await expect(rowOf('Before').getByText('No tax')).toBeVisible();
    await axe(page, { what: 'tickets of which one has no tax' });
  });

  await test.step('the next ticket has it; without it the form says so and applies it with one click', async () => {
    await start('Second');
    await expect(vat).toBeChecked();
    await vat.uncheck();
    await expect(
      drawer.getByText('This ticket has no tax, while other tickets of the event have one.'),
    ).toBeVisible();
    await axe(page, { what: 'the drawer of a ticket without a tax' });
    await drawer.getByRole('button', { name: 'Apply VAT 10%' }).click();
    await expect(vat).toBeChecked();
    await expect(vat).toBeFocused();
    await save();
    await expect(rowOf('Second').getByText('No tax')).toBeHidden();
    await expect(rowOf('Before').getByText('No tax')).toBeVisible();
  });
});
