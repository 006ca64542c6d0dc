import { createQuestion } from '@entrada/contract/catalog/questions';
import type { InputOf } from '@entrada/contract/endpoint';
import type { Locator, Page } from '@playwright/test';
import { sayWhoBuys } from './tools/buyer.ts';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { buildEvent, buildOrganizer, buildTicket, publish, signIn } from './tools/organizer.ts';

type QuestionBody = InputOf<typeof createQuestion>['body'];
const PLAIN = {
  description: '',
  options: [],
  required: false,
  hidden: false,
  appliesToAll: true,
  ticketIds: [],
};

type Given = { title: string; answer?: string; options?: string[]; each?: boolean; required?: boolean };

/** Fills the drawer as an organizer does. The options are pasted as a list. */
async function addQuestion(page: Page, { title, answer, options, each, required }: Given) {
  await page.getByRole('button', { name: 'New question' }).click();
  const drawer = page.getByRole('dialog', { name: 'New question' });
  await drawer.getByRole('textbox', { name: 'Question', exact: true }).fill(title);
  if (each) await drawer.getByText('Of each attendee', { exact: true }).click();
  if (answer) {
    await drawer.getByRole('combobox', { name: 'Answer' }).click();
    await page.getByRole('option', { name: answer }).click();
  }
  if (options) await paste(drawer.getByRole('textbox', { name: 'Option 1' }), options.join('\n'));
  if (required) {
    // With the keyboard, because the position of the control differs between screens.
    await drawer.getByRole('switch', { name: 'Required' }).press('Space');
    await expect(drawer.getByRole('switch', { name: 'Required' })).toBeChecked();
  }
  const preview = drawer.getByRole('region', { name: 'As buyers see it' });
  await expect(preview.getByText(title)).toBeVisible();
  for (const option of options ?? []) await expect(preview.getByText(option, { exact: true })).toBeAttached();
  await drawer.getByRole('button', { name: 'Save question' }).click();
  await expect(drawer).toBeHidden();
}

const paste = (field: Locator, text: string) =>
  field.evaluate((input, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

test('an organizer asks, a buyer answers, and the order tells @deep', async ({ page, visitor, axe }) => {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Harbour dinner ${unique()}`);
  await buildTicket(organizer.api, event.id, { type: 'free', name: 'Seat', prices: [{ amount: 0 }] });
  await publish(organizer.api, event.id);
  await signIn(page, organizer);

  await test.step('asks questions of several types', async () => {
    await page.goto(`/manage/event/${event.id}/questions`);
    await expect(page.getByText('First name')).toBeVisible();
    await addQuestion(page, {
      title: 'Which table?',
      answer: 'Dropdown',
      options: ['By the window', 'By the stage'],
    });
    await addQuestion(page, { title: 'Where shall we send the poster?', answer: 'Address' });
    await addQuestion(page, {
      title: 'Menu',
      answer: 'One choice',
      options: ['Fish', 'Meat', 'Vegan'],
      each: true,
      required: true,
    });
    await addQuestion(page, {
      title: 'What else should we know?',
      answer: 'Several lines of text',
      each: true,
    });
    await axe(page, { what: 'questions' });
  });

  await test.step('puts them in order by the menu of a row', async () => {
    await page.getByRole('button', { name: 'Actions for What else should we know?' }).click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await expect(page.getByText('The new order is saved.')).toBeVisible();
    await page.reload();
    const titles = page.getByRole('heading', { level: 3 });
    await expect(titles.filter({ hasText: /Menu|What else/ })).toHaveText([
      'What else should we know?',
      'Menu',
    ]);
  });

  const buyer = await visitor();
  await test.step('a buyer is asked, and cannot leave out what is required', async () => {
    await buyer.goto(event.publicPath);
    const quantity = buyer.getByRole('textbox', { name: 'Quantity of Seat' });
    await buyer.getByRole('button', { name: 'Add one Seat' }).click();
    // Until the page's scripts have started, the typed text counts only when the form is sent.
    await expect(async () => {
      await quantity.fill('1');
      await quantity.fill('2');
      const total = buyer.getByRole('status').filter({ hasText: '2 in your order' });
      await expect(total).toBeAttached({ timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    await buyer.getByRole('button', { name: 'Continue' }).filter({ visible: true }).click();
    await buyer.waitForURL(/\/details$/);
    const who = await sayWhoBuys(buyer, 'ana@example.com');
    await who.getByLabel('Which table?').selectOption('By the stage');
    await buyer.getByRole('checkbox', { name: 'Send all tickets to me' }).check();
    const second = buyer.getByRole('group', { name: 'Attendee 2 of 2' });
    await second.getByLabel('What else should we know?').fill('No nuts.\nNo music, thank you.');
    await second.getByText('Vegan').click();
    await buyer.getByRole('button', { name: 'Complete order' }).click();
    await buyer.getByRole('link', { name: /Attendee 1 of 2, Menu/ }).click();
    await axe(buyer, { what: 'refused answers' });
    await buyer.getByRole('group', { name: 'Attendee 1 of 2' }).getByText('Fish').click();
    await buyer.getByRole('button', { name: 'Complete order' }).click();
    await expect(buyer).toHaveURL(/\/summary$/);
    await expect(buyer.getByRole('region', { name: 'Your answers' }).getByText('By the stage')).toBeVisible();
  });

  await test.step('the order tells who answered what', async () => {
    await page.goto(`/manage/event/${event.id}/orders`);
    await page.getByText('Ana Martí').filter({ visible: true }).first().click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByRole('heading', { name: 'Answers' })).toBeVisible();
    for (const answer of ['By the stage', 'Fish', 'Vegan', /No nuts\.\s+No music/]) {
      await expect(drawer.getByText(answer)).toBeVisible();
    }
    await axe(page, { what: 'answers of an order' });
  });

  await test.step('an organizer fills in what is hidden and corrects what an attendee answered', async () => {
    await organizer.api.call(createQuestion, {
      params: { eventId: String(event.id) },
      body: { ...PLAIN, scope: 'order', type: 'text', title: 'Seating note', hidden: true },
    });
    await page.reload();
    const drawer = page.getByRole('dialog');
    const form = drawer.getByRole('form');
    await drawer.getByRole('button', { name: 'Edit answers of the order' }).click();
    await expect(form.getByText('Only organizers see this')).toBeVisible();
    await form.getByLabel('Seating note').fill('Near the exit');
    await axe(page, { what: 'answers being edited' });
    await form.getByRole('button', { name: 'Save answers' }).click();
    await expect(form).toBeHidden();
    await drawer.getByRole('button', { name: /^Edit answers of .*-2$/ }).click();
    await form.getByLabel('What else should we know?').fill('No peanuts.');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await form.getByRole('button', { name: 'Save answers' }).click();
    await expect(form).toBeHidden();
    await page.reload();
    for (const answer of ['Near the exit', 'No peanuts.', 'Vegan']) {
      await expect(drawer.getByText(answer)).toBeVisible();
    }
    await expect(drawer.getByText('Only organizers see this')).toBeVisible();
  });

  await test.step('a question that was answered is deleted, its answers are not', async () => {
    await page.goto(`/manage/event/${event.id}/questions`);
    await page.getByRole('button', { name: 'Actions for Menu' }).click();
    await page.getByRole('menuitem', { name: 'Delete question' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this question?' });
    await expect(dialog.getByText('Answers that were given stay with their orders.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Delete question' }).click();
    await expect(page.getByText('The question is deleted.')).toBeVisible();
    await page.goto(`/manage/event/${event.id}/orders`);
    await page.getByText('Ana Martí').filter({ visible: true }).first().click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByText('Vegan')).toBeVisible();
    await expect(drawer.getByText('No longer asked')).toHaveCount(2);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('questions are answered, and what was typed is kept when something is missing @deep', {
    tag: '@phone',
  }, async ({ page, watch }) => {
    const organizer = await buildOrganizer('Marea');
    const event = await buildEvent(organizer, `Harbour lunch ${unique()}`);
    await buildTicket(organizer.api, event.id, { type: 'free', name: 'Seat', prices: [{ amount: 0 }] });
    await publish(organizer.api, event.id);
    const ask = (more: Partial<QuestionBody> & Pick<QuestionBody, 'scope' | 'type' | 'title'>) =>
      organizer.api.call(createQuestion, {
        params: { eventId: String(event.id) },
        body: { ...PLAIN, ...more },
      });
    await ask({ scope: 'order', type: 'address', title: 'Home', required: true });
    await ask({ scope: 'attendee', type: 'checkbox', title: 'Courses', options: ['Starter', 'Main'] });
    await page.goto(event.publicPath);
    await page.getByRole('spinbutton', { name: 'Quantity of Seat' }).fill('1');
    await page.getByRole('button', { name: 'Continue' }).filter({ visible: true }).click();
    await page.getByRole('checkbox', { name: 'Send all tickets to me' }).check();
    const who = await sayWhoBuys(page, 'ana@example.com');
    await who.getByLabel('Street and number').fill('Passeig 4');
    await page.getByRole('checkbox', { name: 'Main' }).check();
    watch.expect(/status of 422/);
    await page.getByRole('button', { name: 'Complete order' }).click();
    await expect(page.getByRole('alert').getByRole('listitem')).toHaveCount(2);
    await expect(who.getByLabel('Street and number')).toHaveValue('Passeig 4');
    await expect(page.getByRole('checkbox', { name: 'Main' })).toBeChecked();
    await who.getByLabel('City').fill('Tarragona');
    await who.getByLabel('Country').selectOption('ES');
    await page.getByRole('button', { name: 'Complete order' }).click();
    await expect(page).toHaveURL(/\/summary$/);
    await expect(page.getByRole('region', { name: 'Your answers' }).getByText('Main')).toBeVisible();
  });
});
