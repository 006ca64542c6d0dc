import { getEvent, updateEvent } from '@entrada/contract/catalog/events';
import { listMessages } from '@entrada/contract/outreach/messages';
import type { Locator } from '@playwright/test';
import { endUndoTime } from './tools/end-undo-time.ts';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { inbox } from './tools/inbox.ts';
import { buildEvent, buildOrganizer, buildTicket, publish, signIn } from './tools/organizer.ts';
import { buyPaid } from './tools/paid-order.ts';

const CARD = '4242 4242 4242 4242';

/** An event with two tickets. Somebody has bought each of them. */
async function buildWorld() {
  const organizer = await buildOrganizer('Marea');
  const event = await buildEvent(organizer, `Harbour night ${unique()}`);
  const day = { type: 'paid' as const, prices: [{ amount: 20_00 }] };
  const night = await buildTicket(organizer.api, event.id, { ...day, name: 'Friday night' });
  const lab = await buildTicket(organizer.api, event.id, { ...day, name: 'Saturday lab' });
  await publish(organizer.api, event.id);
  const emails = { night: `lucia-${unique()}@example.com`, lab: `ana-${unique()}@example.com` };
  await buyPaid({ eventId: event.id, priceId: night.prices[0]?.id ?? 0, email: emails.night, card: CARD });
  await buyPaid({ eventId: event.id, priceId: lab.prices[0]?.id ?? 0, email: emails.lab, card: CARD });
  return { organizer, event, emails };
}

test('an organizer writes to the holders of one ticket, tests, undoes, sends, and reads the outcome', async ({
  page,
  axe,
  isMobile,
}) => {
  const { organizer, event, emails } = await buildWorld();
  await signIn(page, organizer);
  const bar = page.getByRole('region', { name: 'Send message' });

  await test.step('nothing is there yet', async () => {
    await page.goto(`/manage/event/${event.id}/messages`);
    await expect(page.getByRole('heading', { name: 'Tell people what they need to know' })).toBeVisible();
    await axe(page, { what: 'messages, none yet' });
    await page.getByRole('link', { name: 'Write a message' }).click();
    await expect(page.getByRole('heading', { name: 'New message' })).toBeVisible();
  });

  await test.step('a filter decides who gets it, and the count follows', async () => {
    await expect(page.getByText('from 2 orders')).toBeVisible();
    await page.getByRole('button', { name: 'Add a filter' }).click();
    await page.getByRole('checkbox', { name: 'Friday night' }).check();
    await page.keyboard.press('Escape');
    await expect(page.getByText('from 1 order')).toBeVisible();
    await expect(bar.getByText('Write a subject first.')).toBeVisible();
    await expect(bar.getByRole('button', { name: 'Send message' })).toBeDisabled();
  });

  await test.step('the words, with placeholders as chips, save themselves', async () => {
    await page.getByRole('textbox', { name: 'Subject' }).fill('Doors open at eight');
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.click();
    await page.keyboard.type('Hello {{first_name}}, your ');
    await page.getByRole('button', { name: 'Placeholder', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Ticket', exact: true }).click();
    await page.keyboard.type(' is valid from eight.');
    await expect(text.locator('[data-placeholder="first_name"]')).toHaveText('First name');
    await expect(text.locator('[data-placeholder="ticket"]')).toHaveText('Ticket');
    await expect(page.getByText('Draft saved')).toBeVisible();
    await expect(page).toHaveURL(/\/messages\/\d+$/);
    await axe(page, { what: 'the form of a message' });
  });

  await test.step('the preview reads as a real person, in any language', async () => {
    const mail = page.frameLocator('iframe');
    await expect(mail.getByText('Hello Lucía, your Friday night is valid from eight.')).toBeVisible();
    await page.getByLabel('Language of the preview').selectOption('de');
    await expect(mail.getByText('Hello Lucía, your Friday night is valid from eight.')).toBeVisible();
  });

  await test.step('a test goes to oneself', async () => {
    await page.getByRole('button', { name: 'Send me a test' }).click();
    const mail = await inbox(organizer.email).receive('event_message');
    expect(mail.subject).toContain('Doors open at eight');
    expect(mail.text).toContain('Hello Lucía, your Friday night is valid from eight.');
  });

  await test.step('it is sent, undone, and is a draft again', async () => {
    await page.getByRole('checkbox', { name: 'This is not advertising' }).check();
    await expect(bar.getByText('1 person gets it at once.')).toBeVisible();
    await bar.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('Sending to 1 person').first()).toBeAttached();
    await expect(page.getByText('Sending soon')).toBeVisible();
    await axe(page, { what: 'messages, one goes out soon' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('heading', { name: 'Draft' })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Text' })).toContainText('is valid from eight.');
  });

  await test.step('it goes out, and the outcome of each is there', async () => {
    await page.getByRole('checkbox', { name: 'This is not advertising' }).check();
    await bar.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('Sending soon')).toBeVisible();
    await endUndoTime(event.id);
    await expect(page.getByText('1 of 1 delivered')).toBeVisible({ timeout: 90_000 });
    await axe(page, { what: 'messages, one is sent' });
    await page.getByRole('link', { name: 'Doors open at eight' }).click();
    const recipients = page.getByRole('list', { name: 'Recipients' });
    await expect(recipients.getByRole('listitem')).toHaveCount(1);
    await expect(recipients).toContainText('Delivered');
    await expect(recipients).toContainText(emails.night);
    await axe(page, { what: 'the report of a message' });
    const mail = await inbox(emails.night).receive('event_message');
    expect(mail.text).toContain('Hello Lucía, your Friday night is valid from eight.');
  });

  await test.step('from the list of attendees to some of them', async () => {
    await page.goto(`/manage/event/${event.id}/attendees`);
    if (isMobile) await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await page
      .getByRole('region', { name: 'Selected rows' })
      .getByRole('button', { name: 'Message' })
      .click();
    await expect(page.getByText('4 chosen attendees')).toBeVisible();
    await expect(page.getByText('from 2 orders')).toBeVisible();
  });
});

test('a message is written and scheduled by keyboard alone', { tag: ['@deep', '@desktop'] }, async ({
  page,
}) => {
  const { organizer, event } = await buildWorld();
  await signIn(page, organizer);
  await page.goto(`/manage/event/${event.id}/messages/new`);
  await expect(page.getByText('from 2 orders')).toBeVisible();
  const bar = page.getByRole('region', { name: 'Send message' });
  const subject = page.getByRole('textbox', { name: 'Subject' });
  const text = page.getByRole('textbox', { name: 'Text' });

  /** Presses a key until it has led to an element. */
  const reach = async (wanted: Locator, key: string) => {
    for (let presses = 0; presses < 60; presses += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press(key);
    }
    throw new Error(`${key} does not reach ${wanted}`);
  };
  const choosePlaceholder = async (name: string) => {
    await page.keyboard.press('Enter');
    const item = page.getByRole('menuitem', { name, exact: true });
    await expect(item).toBeVisible();
    await reach(item, 'ArrowDown');
    await page.keyboard.press('Enter');
  };

  await test.step('the words: what is typed right after a placeholder was chosen is not lost', async () => {
    await reach(subject, 'Tab');
    await page.keyboard.type('See you at ');
    await reach(page.getByRole('button', { name: 'Placeholder in the subject' }), 'Tab');
    await choosePlaceholder('Event');
    await page.keyboard.type(', Friday');
    await expect(subject).toHaveText('See you at Event, Friday');
    await reach(text, 'Tab');
    await page.keyboard.type('Your ');
    await page.keyboard.press('Shift+Tab');
    await reach(page.getByRole('button', { name: 'Placeholder', exact: true }), 'ArrowRight');
    await choosePlaceholder('Ticket');
    await page.keyboard.type(' is valid. Bring a cable.');
    await expect(text).toHaveText('Your Ticket is valid. Bring a cable.');
    await expect(text.locator('[data-placeholder="ticket"]')).toHaveText('Ticket');
  });

  await test.step('the menu of placeholders gives the focus back when it is left', async () => {
    await page.keyboard.press('Shift+Tab');
    const button = page.getByRole('button', { name: 'Placeholder', exact: true });
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    const first = page.getByRole('menuitem').first();
    await expect(first).toBeVisible();
    // The menu takes the focus a moment after it shows.
    await reach(first, 'ArrowDown');
    await page.keyboard.press('Escape');
    await expect(first).toBeHidden();
    await expect(button).toBeFocused();
  });

  await test.step('the time: one that is over is refused', async () => {
    await reach(page.getByRole('radio', { name: 'Now' }), 'Tab');
    await page.keyboard.press('ArrowRight');
    const time = page.getByRole('textbox', { name: 'Date and time' });
    await reach(time, 'Tab');
    await page.keyboard.type('1 January 2020 09:00');
    await page.keyboard.press('Tab');
    await expect(page.getByText('This time is over. Choose a later one.')).toBeVisible();
    await reach(page.getByRole('checkbox', { name: 'This is not advertising' }), 'Tab');
    await page.keyboard.press('Space');
    await expect(bar.getByText('The time that you chose is over.')).toBeVisible();
    await reach(time, 'Shift+Tab');
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/Madrid' });
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(`${day.format(Date.now() + 3 * 86_400_000)} 09:00`);
    await page.keyboard.press('Tab');
  });

  await test.step('it is scheduled', async () => {
    await expect(bar.getByText(/^2 people on .* You can change it until then\.$/)).toBeVisible();
    await reach(bar.getByRole('button', { name: 'Schedule message' }), 'Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
    await expect(page.getByRole('link', { name: /See you at/ })).toBeVisible();
    const { data } = await organizer.api.call(listMessages, {
      params: { eventId: String(event.id) },
      query: {},
    });
    expect(data.map(({ status, sendAt }) => [status, sendAt !== null])).toEqual([['scheduled', true]]);
  });
});

test('somebody else changes a draft meanwhile, and nothing of either is lost unseen', {
  tag: '@deep',
}, async ({ page, visitor, watch }) => {
  const { organizer, event } = await buildWorld();
  await signIn(page, organizer);
  await page.goto(`/manage/event/${event.id}/messages/new`);
  await page.getByRole('textbox', { name: 'Subject' }).fill('Mine');
  await expect(page.getByText('Draft saved')).toBeVisible();
  const other = await visitor();
  await signIn(other, organizer);
  await other.goto(page.url());
  await other.getByRole('textbox', { name: 'Subject' }).fill('Theirs');
  await expect(other.getByText('Draft saved')).toBeVisible();
  watch.expect(/409/);
  await page.getByRole('textbox', { name: 'Subject' }).fill('Mine again');
  await expect(page.getByText('Someone else saved changes while you were editing')).toBeVisible();
  await page.getByRole('button', { name: 'Keep my changes' }).click();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await other.reload();
  await expect(other.getByRole('textbox', { name: 'Subject' })).toHaveText('Mine again');
});

test('a reminder goes out by itself at its time, and its words are agreed to before @deep', {
  tag: '@phone',
}, async ({ page, axe }) => {
  const { organizer, event, emails } = await buildWorld();
  await signIn(page, organizer);
  const row = page.getByRole('listitem').filter({ hasText: 'An hour before the start' });
  const onOff = row.getByRole('switch');

  await test.step('five reminders, all off', async () => {
    await page.goto(`/manage/event/${event.id}/messages/reminders`);
    await expect(page.getByRole('switch')).toHaveCount(5);
    await expect(page.getByRole('switch', { checked: true })).toHaveCount(0);
    await expect(page.getByText('Nothing written yet')).toHaveCount(5);
    await axe(page, { what: 'reminders, all off' });
  });

  const drawer = page.getByRole('dialog', { name: 'An hour before the start' });
  await test.step('switching one on asks for what is missing', async () => {
    await onOff.press('Space');
    await drawer.getByRole('switch', { name: 'Send this reminder' }).press('Space');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await expect(drawer.getByText('Write a subject first.')).toBeVisible();
    await expect(drawer.getByText('Write the text first.')).toBeVisible();
    await expect(drawer.getByText('Confirm that it is not advertising.')).toBeVisible();
    await axe(page, { what: 'the form of a reminder, refused' });
  });

  await test.step('with words and agreement it is on', async () => {
    await drawer.getByRole('textbox', { name: 'Subject' }).fill('{{event}} starts soon');
    await drawer.getByRole('textbox', { name: 'Text' }).click();
    await page.keyboard.type('Come early, {{first_name}}. {{nombre}}');
    await expect(drawer.getByText('“nombre” is no placeholder.')).toBeVisible();
    for (let letters = '{{nombre}}'.length; letters > 0; letters -= 1) await page.keyboard.press('Backspace');
    await expect(drawer.getByText('“nombre” is no placeholder.')).toBeHidden();
    await expect(page.frameLocator('iframe').getByText('Come early, Lucía.')).toBeVisible();
    await drawer.getByRole('checkbox', { name: 'This is not advertising' }).check();
    await axe(page, { what: 'the form of a reminder' });
    await drawer.getByRole('button', { name: 'Save' }).click();
    await expect(drawer).toBeHidden();
    await expect(onOff).toBeChecked();
    await expect(row.getByText('Goes out on')).toBeVisible();
  });

  await test.step('an hour before the start it goes out', async () => {
    const params = { eventId: String(event.id) };
    const { version } = (await organizer.api.call(getEvent, { params })).data;
    // The start moves so near that the moment of the reminder comes now.
    const start = Date.now() + 60 * 60_000 + 2_000;
    const [startsAt, endsAt] = [start, start + 60 * 60_000].map((at) => new Date(at).toISOString());
    await organizer.api.call(updateEvent, { params, body: { version, startsAt, endsAt } });
    for (const address of [emails.night, emails.lab]) {
      const mail = await inbox(address).receive('event_message');
      expect(mail.subject).toContain('Harbour night');
      expect(mail.text).toContain('Come early, ');
    }
    await page.reload();
    await page.getByRole('link', { name: 'See what it sent last' }).click();
    await expect(page.getByRole('list', { name: 'Recipients' }).getByRole('listitem')).toHaveCount(2);
  });

  await test.step('switched off, it is off at once', async () => {
    await page.goto(`/manage/event/${event.id}/messages/reminders`);
    await onOff.press('Space');
    await expect(page.getByText('The reminder is switched off.')).toBeVisible();
    await expect(onOff).not.toBeChecked();
  });
});
