import { updateMe } from '@entrada/contract/accounts/accounts';
import { getEvent, updateEvent } from '@entrada/contract/catalog/events';
import { createQuestion } from '@entrada/contract/catalog/questions';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { buildEvent, buildOrganizer, buildTicket, publish, signIn } from './tools/organizer.ts';

// The browser of all journeys speaks American English, so a field of its own would show 04/01/2027, 10:00 AM.

test('dates are shown, typed and chosen in the language of the account @deep', async ({ page, axe }) => {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Fechas ${unique()}`);
  const { api } = organizer;
  const params = { eventId: String(event.id) };
  await api.call(updateEvent, {
    params,
    body: { version: event.version, startsAt: '2027-04-01T08:00:00Z', endsAt: '2027-04-01T20:00:00Z' },
  });
  await api.call(updateMe, { body: { locale: 'es' } });
  await signIn(page, organizer);
  await page.goto(`/manage/event/${event.id}/settings`);
  const starts = page.getByRole('textbox', { name: 'Empieza', exact: true });
  const ends = page.getByRole('textbox', { name: 'Termina (opcional)' });
  const calendar = page.getByRole('dialog', { name: 'Empieza' });
  const open = page.getByRole('button', { name: 'Abrir el calendario' });

  await test.step('in Spanish, day first, with 24 hours and the zone of that day', async () => {
    await expect(starts).toHaveValue('1 abr 2027, 10:00');
    await expect(page.getByText('hora de Madrid (CEST, GMT+2)').first()).toBeVisible();
  });

  await test.step('typed in other forms, with a label of its own for each end', async () => {
    await starts.fill('30.10.2027 20h');
    await ends.fill('31/10/2027 10:00');
    await ends.blur();
    await expect(starts).toHaveValue('30 oct 2027, 20:00');
    await expect(ends).toHaveValue('31 oct 2027, 10:00');
    await expect(page.getByText('hora de Madrid (CEST, GMT+2)')).toBeVisible();
    await expect(page.getByText('hora de Madrid (CET, GMT+1)')).toBeVisible();
  });

  await test.step('the calendar by keys alone', async () => {
    await starts.focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(calendar).toBeVisible();
    await expect(page.getByRole('button', { name: 'sáb 30 de octubre de 2027' })).toBeFocused();
    await axe(page, { what: 'calendar' });
    for (const key of ['PageUp', 'PageUp', 'Home', 'ArrowRight']) await page.keyboard.press(key);
    await expect(page.getByRole('button', { name: 'mar 31 de agosto de 2027' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { name: '20:00' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(calendar).toBeHidden();
    await expect(starts).toBeFocused();
    await expect(starts).toHaveValue('31 ago 2027, 20:30');
  });

  await test.step('the calendar by pointer, closed without a change by Escape', async () => {
    await open.first().click();
    await page.getByRole('button', { name: 'Mes siguiente' }).click();
    await page.keyboard.press('Escape');
    await expect(calendar).toBeHidden();
    await expect(open.first()).toBeFocused();
    await open.first().click();
    await page.getByRole('button', { name: 'mié 25 de agosto de 2027' }).click();
    await page.getByRole('option', { name: '19:00' }).click();
    await expect(starts).toHaveValue('25 ago 2027, 19:00');
  });

  await test.step('a time that clocks skip is refused in words, and stays', async () => {
    await starts.fill('28/3/2027 2:30');
    await page.getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(page.getByText('Aquí los relojes se adelantan de 02:00 a 03:00')).toBeVisible();
    await expect(starts).toBeFocused();
    await expect(starts).toHaveValue('28 mar 2027, 02:30');
    expect((await api.call(getEvent, { params })).data.startsAt).toBe('2027-04-01T08:00:00.000Z');
    await starts.fill('1 abr 2027 10');
  });

  await test.step('of two equal times one is chosen, and it stays the one', async () => {
    await ends.fill('31 oct 2027, 2:30');
    await page.getByRole('button', { name: 'CET, GMT+1' }).click();
    await expect(ends).toHaveValue('31 oct 2027, 02:30 GMT+1');
    await axe(page, { what: 'a time that comes twice' });
    await page.getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(page.getByText('Ajustes guardados.')).toBeVisible();
    expect((await api.call(getEvent, { params })).data.endsAt).toBe('2027-10-31T01:30:00.000Z');
    await page.reload();
    await expect(ends).toHaveValue('31 oct 2027, 02:30 GMT+1');
  });
});

test('in a drawer Escape closes the calendar first, and what is typed and wrong counts as a change @deep', async ({
  page,
}) => {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Drawer ${unique()}`);
  await signIn(page, organizer);
  await page.goto(`/manage/event/${event.id}/tickets?drawer=new`);
  const drawer = page.getByRole('dialog', { name: 'New ticket' });
  const starts = drawer.getByRole('group', { name: 'On sale' }).getByRole('textbox', { name: 'Starts' });
  await starts.focus();
  await page.keyboard.press('Alt+ArrowDown');
  const calendar = page.getByRole('dialog', { name: 'Starts' });
  await expect(calendar).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await expect(drawer).toBeVisible();
  await starts.fill('31.4.2027 10:00');
  await drawer.getByRole('textbox', { name: 'Name' }).focus();
  await expect(drawer.getByText('This day does not exist. Check the day and the month.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(starts).toHaveValue('31.4.2027 10:00');
});

test('the first event never moves a time in silence @deep', { tag: '@phone' }, async ({ page, axe }) => {
  const organizer = await buildOrganizer('Marea');
  await signIn(page, organizer);
  await page.goto('/manage/events?drawer=new');
  const drawer = page.getByRole('dialog', { name: 'New event' });
  const starts = drawer.getByRole('textbox', { name: 'Starts' });
  await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('Night shift');
  await starts.fill('28.3.2027 2:30');
  await drawer.getByText('Add later', { exact: true }).click();
  const create = drawer.getByRole('button', { name: 'Create event' });
  await create.click();
  await expect(drawer.getByText('Clocks go forward from 02:00 to 03:00 here')).toBeVisible();
  await expect(starts).toBeFocused();
  await axe(page, { what: 'first event with a time that does not exist' });
  await starts.fill('28.3.2027 3:30');
  await create.click();
  await expect(page).toHaveURL(/\/getting-started$/);
  const eventId = /event\/(\d+)/.exec(page.url())?.[1] ?? '';
  const { data: event } = await organizer.api.call(getEvent, { params: { eventId } });
  expect(event.startsAt).toBe('2027-03-28T01:30:00.000Z');
});

test('a buyer answers with a date in their own language, with and without scripts @deep', {
  tag: '@phone',
}, async ({ visitor, watch, axe }) => {
  watch.expect(/status of 422/);
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Cumpleaños ${unique()}`);
  await buildTicket(organizer.api, event.id, { type: 'free', name: 'Seat', prices: [{ amount: 0 }] });
  await organizer.api.call(createQuestion, {
    params: { eventId: String(event.id) },
    body: {
      scope: 'order',
      type: 'date',
      title: 'Birthday',
      description: '',
      options: [],
      required: true,
      hidden: false,
      appliesToAll: true,
      ticketIds: [],
    },
  });
  await publish(organizer.api, event.id);
  for (const javaScriptEnabled of [true, false]) {
    const buyer = await visitor({ locale: 'es', javaScriptEnabled });
    await buyer.goto(event.publicPath);
    if (javaScriptEnabled) await buyer.getByRole('button', { name: 'Añadir una unidad de Seat' }).click();
    else await buyer.getByRole('spinbutton').fill('1');
    await buyer.getByRole('button', { name: 'Continuar' }).filter({ visible: true }).click();
    await expect(buyer).toHaveURL(/\/details$/);
    await buyer.getByLabel('Nombre').first().fill('Ana');
    await buyer.getByLabel('Apellidos').first().fill('Martí');
    await buyer.getByLabel('Correo electrónico', { exact: true }).first().fill(`ana-${unique()}@example.com`);
    const birthday = buyer.getByLabel('Birthday');
    await birthday.fill('12/3/85');
    const complete = buyer.getByRole('button', { name: 'Completar pedido' });
    await complete.click();
    await expect(buyer.getByText('Escribe el año con cuatro cifras')).toBeVisible();
    await expect(birthday).toHaveValue('12/3/85');
    if (javaScriptEnabled) await axe(buyer, { what: 'a date that is refused' });
    await birthday.fill('12 mar 1985');
    await complete.click();
    await expect(buyer).toHaveURL(/\/summary$/);
    await expect(buyer.getByText('12 de marzo de 1985')).toBeVisible();
  }
});
