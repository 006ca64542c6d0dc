import { createTaxOrFee } from '@entrada/contract/catalog/taxes-and-fees';
import { createCheckInList } from '@entrada/contract/door/check-in-lists';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { buildEvent, buildOrganizer, buildTicket, signIn } from './tools/organizer.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Picks from a menu, which opens only after the page's scripts have started. */
async function choose(page: Page, menu: string, item: string) {
  const wanted = page.getByRole('menuitem', { name: item });
  await expect(async () => {
    if (!(await wanted.isVisible())) await page.getByRole('button', { name: menu }).click({ timeout: 3_000 });
    await wanted.click({ timeout: 3_000 });
  }).toPass();
}

/** The left half is red, the right half is blue, and the picture is higher than a cover. */
const drawPicture = () =>
  sharp(
    Buffer.from(
      '<svg width="1600" height="1600"><rect width="800" height="1600" fill="#c2133f"/><rect x="800" width="800" height="1600" fill="#2b6cb5"/></svg>',
    ),
  )
    .png()
    .toBuffer();

test('a new organizer, an event of its own, a copy with what was chosen, and the copy deleted @deep', async ({
  page,
  watch,
}) => {
  const owner = await buildOrganizer('Harbour');
  const id = unique();
  const title = `Harbour night ${id}`;
  await signIn(page, owner);

  await test.step('an address that is taken or reserved is said while typing', async () => {
    await page.goto('/manage/organizers?drawer=new');
    const drawer = page.getByRole('dialog', { name: 'New organizer' });
    await drawer.getByRole('textbox', { name: 'Name' }).fill(`Sala ${id}`);
    await expect(drawer.getByText('This address is free.')).toBeVisible();
    const address = drawer.getByRole('textbox', { name: 'Address' });
    await address.fill('manage');
    await expect(drawer.getByText('This address is reserved.')).toBeVisible();
    await address.fill(owner.organizer.slug);
    await drawer.getByRole('button', { name: `Use ${owner.organizer.slug}-2` }).click();
    await expect(drawer.getByText('This address is free.')).toBeVisible();
    await address.fill(`sala-${id}`);
    await drawer.getByRole('button', { name: 'Create organizer' }).click();
    await expect(page).toHaveURL(/\/manage\/organizer\/\d+\/settings$/);
    await expect(page.getByRole('heading', { level: 1, name: `Sala ${id}` })).toBeVisible();
  });

  await test.step('its first event', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Events' }).click();
    await page.getByRole('button', { name: 'New event' }).click();
    const drawer = page.getByRole('dialog', { name: 'New event' });
    await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill(title);
    const start = new Date(Date.now() + 60 * DAY).toISOString().slice(0, 11);
    await drawer.getByRole('textbox', { name: 'Starts' }).fill(`${start}20:00`);
    await drawer.getByRole('textbox', { name: 'Venue' }).fill('Moll de Llevant');
    await drawer.getByText('Add later', { exact: true }).click();
    await drawer.getByRole('button', { name: 'Create event' }).click();
    await expect(page).toHaveURL(/\/getting-started$/);
  });
  const eventId = Number(/event\/(\d+)/.exec(page.url())?.[1]);
  await buildTicket(owner.api, eventId, { type: 'free', name: 'Seat', prices: [{ amount: 0 }] });
  await owner.api.call(createCheckInList, {
    params: { eventId: String(eventId) },
    body: {
      name: 'Door',
      description: '',
      allTickets: true,
      ticketIds: [],
      activatesAt: null,
      expiresAt: null,
    },
  });

  await test.step('copied without its check-in list', async () => {
    await page.goto('/manage/events');
    await choose(page, `Actions for ${title}`, 'Duplicate event');
    const drawer = page.getByRole('dialog', { name: 'Duplicate event' });
    await expect(drawer.getByRole('textbox', { name: 'Name' })).toHaveValue(`Copy of ${title}`);
    await drawer.getByRole('checkbox', { name: 'Check-in lists' }).uncheck();
    await drawer.getByRole('button', { name: 'Create copy' }).click();
    await expect(page.getByRole('heading', { level: 1, name: `Copy of ${title}` })).toBeVisible();
    const copy = /event\/(\d+)/.exec(page.url())?.[1];
    await page.goto(`/manage/event/${copy}/check-in`);
    await expect(page.getByRole('heading', { name: 'Create a check-in list' })).toBeVisible();
    await page.goto(`/manage/event/${copy}/tickets`);
    await expect(page.getByText('Seat').filter({ visible: true }).first()).toBeVisible();
    await page.goto(`/manage/event/${copy}/dashboard`);
  });

  await test.step('deleted from inside, and gone from the list', async () => {
    await choose(page, 'More actions', 'Delete event');
    watch.expect(/status of 404/);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete event' }).click();
    await expect(page).toHaveURL(/\/manage\/events$/);
    await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: `Copy of ${title}` })).toBeHidden();
  });
});

test('a cover is cropped and given a focal point with the keyboard, and cropped again from the same upload @deep', {
  tag: '@phone',
}, async ({ page, axe }) => {
  const owner = await buildOrganizer('Crop');
  const event = await buildEvent(owner, 'Cropped');
  await signIn(page, owner);
  await page.goto(`/manage/event/${event.id}/settings`);
  const editor = page.getByRole('dialog', { name: 'Cover image' });
  const picture = { name: 'a.png', mimeType: 'image/png', buffer: await drawPicture() };
  await expect(async () => {
    if (!(await editor.isVisible())) await page.locator('input[type="file"]').setInputFiles(picture);
    await expect(editor).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await axe(page, { what: 'crop of a cover' });
  const part = editor.getByLabel(/^Part that is shown/);
  await part.focus();
  for (let press = 0; press < 30; press += 1) await page.keyboard.press('Shift+ArrowUp');
  await editor.getByText('Focal point', { exact: true }).click();
  const focal = editor.getByRole('button', { name: /^Focal point: 50% from the left, 50% from the top/ });
  await focal.focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await expect(editor.getByRole('button', { name: /^Focal point: 40% from the left, 51%/ })).toBeFocused();
  await axe(page, { what: 'focal point of a cover' });
  await editor.getByRole('textbox', { name: 'What the image shows' }).fill('Red beside blue');
  await editor.getByRole('button', { name: 'Save image' }).click();
  await expect(editor).toBeHidden();
  const shown = page.getByRole('img', { name: 'Red beside blue' });
  await expect(shown).toHaveCSS('object-position', '40% 51%');
  expect(await shown.evaluate((image: HTMLImageElement) => image.width / image.height)).toBeCloseTo(2, 1);

  await page.getByRole('button', { name: 'Crop and focal point' }).click();
  await editor.getByRole('button', { name: 'Show all of it' }).click();
  await editor.getByRole('button', { name: 'Save image' }).click();
  await expect(editor).toBeHidden();
  await expect(shown).toHaveAttribute('height', '1600');
  await page.goto(event.publicPath);
  await expect(page.getByRole('img', { name: 'Red beside blue' })).toHaveCSS('object-position', '40% 51%');
});

test('two people edit an organizer: both values are shown, nothing is lost, and the old address leads on @deep', async ({
  page,
  watch,
  visitor,
  axe,
}) => {
  const owner = await buildOrganizer('Conflict');
  const { organizer } = owner;
  const path = `/manage/organizer/${organizer.id}/settings`;
  const fill = async (browser: Page, label: string, value: string) => {
    // The page ignores what is typed before its scripts have started.
    await expect(async () => {
      await browser.getByRole('textbox', { name: label }).fill(value);
      await expect(browser.getByRole('region', { name: 'Unsaved changes' })).toBeVisible({ timeout: 500 });
    }).toPass();
  };
  const save = (browser: Page) => browser.getByRole('button', { name: 'Save changes' }).click();
  await signIn(page, owner);
  await page.goto(path);
  await fill(page, 'Website', 'https://mine.example');

  const colleague = await visitor();
  await signIn(colleague, owner);
  await colleague.goto(path);
  await fill(colleague, 'Website', 'https://theirs.example');
  await colleague.getByRole('textbox', { name: 'Address' }).fill(`${organizer.slug}-new`);
  await expect(colleague.getByText(`Links to /${organizer.slug} keep working`)).toBeVisible();
  await save(colleague);
  await expect(colleague.getByText('Organizer saved.')).toBeVisible();

  watch.expect(/status of 409/);
  await save(page);
  const row = page.getByRole('row', { name: /Website/ });
  await expect(row).toContainText('https://theirs.example');
  await expect(row).toContainText('https://mine.example');
  await axe(page, { what: 'conflict over an organizer' });
  await page.getByRole('button', { name: 'Keep my changes' }).click();
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue(`${organizer.slug}-new`);
  await save(page);
  await expect(page.getByText('Organizer saved.')).toBeVisible();

  await page.goto(`/${organizer.slug}`);
  await expect(page).toHaveURL(new RegExp(`/${organizer.slug}-new$`));
  await expect(page.getByRole('link', { name: 'Website' })).toHaveAttribute('href', 'https://mine.example');
});

/** Shows the checkboxes of the rows, after the page's scripts have started. */
async function startSelecting(page: Page) {
  const select = page.getByRole('button', { name: 'Select', exact: true });
  await expect(async () => {
    if (await select.isVisible()) await select.click({ timeout: 3_000 });
    await expect(page.getByRole('checkbox', { name: 'Select all on this page' })).toBeVisible({
      timeout: 500,
    });
  }).toPass();
}

test('many events are archived and taken back, published but for one, and deleted but for one @deep', {
  tag: '@phone',
}, async ({ page, axe, isMobile }) => {
  const owner = await buildOrganizer('Season');
  const id = unique();
  const ready = await buildEvent(owner, `Ready ${id}`);
  await buildTicket(owner.api, ready.id, { type: 'free', name: 'Seat', prices: [{ amount: 0 }] });
  const empty = await buildEvent(owner, `Empty ${id}`);
  await signIn(page, owner);
  await page.goto('/manage/events');
  const bar = page.getByRole('region', { name: 'Selected rows' });
  const box = (event: { title: string }) => page.getByRole('checkbox', { name: `Select ${event.title}` });
  const row = (event: { title: string }) => page.getByRole('listitem').filter({ hasText: event.title });
  const chooseBoth = async (action: string, confirm: string) => {
    await startSelecting(page);
    await box(ready).click();
    await box(empty).click();
    await bar.getByRole('button', { name: action, exact: true }).click();
    const question = page.getByRole('dialog');
    // What can be taken back is one press of Enter away. Whatever is not begins at the safe answer.
    const first = action === 'Publish' ? confirm : 'Keep events';
    await expect(question.getByRole('button', { name: first })).toBeFocused();
    await question.getByRole('button', { name: confirm }).click();
  };

  await test.step('archived, and back with one press', async () => {
    await startSelecting(page);
    await box(ready).click();
    await axe(page, { what: 'events being chosen' });
    await page.keyboard.press('Escape');
    await expect(bar).toBeHidden();
    await chooseBoth('Archive', 'Archive 2 events');
    await expect(page.getByText('2 events are archived.')).toBeVisible();
    await expect(page.getByText('Nothing is coming up.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('2 events are back as they were.')).toBeVisible();
    await expect(row(ready)).toBeVisible();
  });

  await test.step('only what has a ticket is published', async () => {
    await chooseBoth('Publish', 'Publish 2 events');
    await expect(page.getByText('1 event is live.')).toBeVisible();
    await expect(page.getByText(`${empty.title} stays a draft: it has no ticket yet.`)).toBeVisible();
    await expect(row(ready).getByText('Live')).toBeVisible();
    await expect(row(empty).getByText('Draft')).toBeVisible();
  });

  if (!isMobile) {
    await test.step('a column that was hidden stays hidden', async () => {
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('menuitemcheckbox', { name: 'Gross sales' }).click();
      await page.keyboard.press('Escape');
      await page.reload();
      await expect(page.getByText('Tickets sold')).toBeVisible();
      await expect(page.getByText('Gross sales')).toBeHidden();
    });
  }

  await test.step('deleted for good', async () => {
    await chooseBoth('Delete', 'Delete 2 events');
    await expect(page.getByText('2 events are deleted.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Create your first event' })).toBeVisible();
  });
});

test('taxes are added to new tickets together, and an organizer is found @deep', async ({
  page,
  isMobile,
}) => {
  const owner = await buildOrganizer('Charges');
  for (const name of ['City tax', 'VAT']) {
    await owner.api.call(createTaxOrFee, {
      body: {
        name,
        type: 'tax',
        calculation: 'percentage',
        rate: '10',
        amount: null,
        currency: null,
        included: false,
        isDefault: false,
      },
    });
  }
  await signIn(page, owner);

  await test.step('both are added, and left off again', async () => {
    await page.goto('/account/taxes-and-fees');
    await startSelecting(page);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await page.getByRole('button', { name: 'Add to new tickets' }).click();
    await expect(page.getByText('2 are added to new tickets.')).toBeVisible();
    await expect(page.getByText('On new tickets')).toHaveCount(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('2 are no longer added to new tickets.')).toBeVisible();
    await expect(page.getByText('On new tickets')).toHaveCount(0);
  });

  if (!isMobile) {
    await test.step('a column that was hidden stays hidden', async () => {
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('menuitemcheckbox', { name: 'Amount' }).click();
      await page.keyboard.press('Escape');
      await page.reload();
      await expect(page.getByText('No ticket yet')).toHaveCount(2);
      await expect(page.getByText('10%')).toHaveCount(0);
    });
  }

  await test.step('organizers by what they are called', async () => {
    await page.goto('/manage/organizers?query=nobody');
    await expect(page.getByText('No organizers match.')).toBeVisible();
    await expect(async () => {
      await page.getByRole('searchbox', { name: 'Search organizers' }).fill(owner.organizer.slug);
      await expect(page.getByRole('link', { name: owner.organizer.name, exact: true })).toBeVisible({
        timeout: 2_000,
      });
    }).toPass();
    await expect(page).toHaveURL(new RegExp(`query=${owner.organizer.slug}`));
  });
});
