import { listAttendees } from '@entrada/contract/sales/attendees';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { inbox } from './tools/inbox.ts';
import { buildEvent, buildOrganizer, buildTicket, publish, signIn } from './tools/organizer.ts';

test('guests of a file are added after a bad row is corrected, beside one who is typed, and one press takes them back', {
  tag: '@desktop',
}, async ({ page, axe, watch }) => {
  const organizer = await buildOrganizer('Guests');
  const event = await buildEvent(organizer, `Press night ${unique()}`);
  await buildTicket(organizer.api, event.id, {
    type: 'free',
    name: 'Press',
    prices: [{ amount: 0, quantity: 20 }],
  });
  await publish(organizer.api, event.id);
  const email = `rosa-${unique()}@example.com`;
  await signIn(page, organizer);
  const list = page.getByRole('table', { name: 'Guest list' });

  await test.step('Enter adds a guest with a companion, by the keyboard alone', async () => {
    await page.goto(`/manage/event/${event.id}/attendees`);
    const tickets = `**/api/events/${event.id}/tickets?*`;
    let arrive = () => {};
    const late = new Promise<void>((done) => {
      arrive = done;
    });
    await page.route(tickets, async (route) => {
      await late;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Guest list' }).first().click();
    await expect(page.getByText('Nobody is on the list yet')).toBeVisible();
    const add = page.getByRole('form', { name: 'Add a guest' });
    await add.getByRole('textbox', { name: 'Name' }).fill('Vera Novak');
    await add.getByRole('textbox', { name: 'Plus' }).fill('1');
    await add.getByRole('textbox', { name: 'Note for the door' }).fill('At the door by name');
    // Before the tickets are there.
    await page.keyboard.press('Enter');
    arrive();
    await expect(list.getByRole('row', { name: /Vera Novak/ })).toContainText('At the door by name');
    await expect(page.getByText('1 companion')).toBeVisible();
    await expect(add.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await expect(add.getByRole('textbox', { name: 'Name' })).toHaveValue('');
    await page.unroute(tickets);
    await axe(page, { what: 'the guest list' });
  });

  await test.step('a bad row is named with its reason, and corrected in place', async () => {
    await page.getByRole('link', { name: 'Import a file' }).click();
    const rows = [
      'Nombre y apellidos;Correo;Acompañantes;Tel.',
      `Rosa Calatrava;${email};1;612 448 017`,
      'Joan Pla;joan.pla.example;;',
      `Rosa C.;${email};;`,
    ];
    watch.expect(/503/);
    const read = '**/api/events/*/guest-files';
    await page.route(read, (route) => route.fulfill({ status: 503, json: { code: 'UNAVAILABLE' } }));
    await page.getByLabel('Choose a file').setInputFiles({
      name: 'invitados.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(rows.join('\r\n'), 'latin1'),
    });
    const again = page.getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Encoding' })).toBeHidden();
    await page.unroute(read);
    await again.click();
    await expect(page.getByText('3 columns were matched')).toBeVisible();
    await expect(page.getByText('Not an email address')).toBeVisible();
    await expect(page.getByText('Same as row 2')).toBeVisible();
    await axe(page, { what: 'the preview of an import' });
    await page.getByRole('textbox', { name: 'Email, row 3' }).fill(`joan-${unique()}@example.com`);
    await expect(page.getByText('2 guests and 1 companion are ready.')).toBeVisible();
    await page.getByRole('button', { name: 'Add 2 guests' }).click();
    await expect(page.getByRole('heading', { name: '2 guests are on the list' })).toBeVisible();
    expect((await inbox(email).receive('order_confirmation')).text).toContain('Rosa');
  });

  await test.step('the guest list and the attendees know them, until the import is undone', async () => {
    const params = { eventId: String(event.id) };
    const valid = { 'filter_fields[status][eq]': 'active' };
    const count = async () => (await organizer.api.call(listAttendees, { params, query: valid })).meta.total;
    expect(await count()).toBe(5);
    await page.getByRole('button', { name: 'Undo this import' }).click();
    await page.getByRole('button', { name: 'Cancel guests' }).click();
    await expect(list.getByRole('row', { name: /Joan Pla/ })).toContainText('Cancelled');
    await expect(list.getByRole('row', { name: /Vera Novak/ })).toContainText('On the list');
    await expect.poll(count).toBe(2);
  });
});
