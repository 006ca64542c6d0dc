import type { Page } from '@playwright/test';
import { layCable } from './tools/cuttable.ts';
import { scan, untilReady } from './tools/door.ts';
import { unique } from './tools/environment.ts';
import { expect, test } from './tools/fixtures.ts';
import { orderCodes } from './tools/free-codes.ts';
import { buildCheckInList, buildEvent, buildOrganizer, buildTicket, publish } from './tools/organizer.ts';

async function prepare() {
  const { api, ...organizer } = await buildOrganizer('Mirador');
  const event = await buildEvent({ api, ...organizer }, `Night of two tabs ${unique()}`);
  const ticket = await buildTicket(api, event.id, { type: 'free', name: 'Night', prices: [{ amount: 0 }] });
  await publish(api, event.id);
  const codes = await orderCodes(event.id, ticket.prices[0]?.id ?? 0, 3);
  const { shortId } = await buildCheckInList(api, event.id, 'Main gate');
  return { path: `/check-in/${shortId}`, codes };
}

/** Both tabs see the ticket at the same instant: one lets in, the other says that it is in already. */
async function scanInBoth(tabs: readonly Page[], code: string): Promise<void> {
  const answers = await Promise.all(
    tabs.map(async (tab) => {
      const answer = await scan(tab, code, 'admitted', 'just_scanned', 'already_in');
      if (answer !== 'admitted') await tab.getByRole('button', { name: 'Scan next' }).click();
      return answer;
    }),
  );
  expect(answers.filter((answer) => answer === 'admitted')).toHaveLength(1);
}

test('two tabs of one browser at one door let a ticket in once, and share what waits @deep', {
  tag: '@phone',
}, async ({ visitor, watch }) => {
  watch.expect(
    /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED|ERR_NETWORK|Failed to load resource/,
  );
  const { path, codes } = await prepare();
  const [ana = '', ben = '', cleo = ''] = codes;
  const cable = await layCable();
  const first = await visitor({ baseURL: cable.url });
  await first.goto(path);
  await untilReady(first);
  const second = await first.context().newPage();
  await second.goto(path);
  await untilReady(second);
  const tabs = [first, second];

  await test.step('with a connection: one entry, and the other tab says so', async () => {
    await scanInBoth(tabs, ana);
    for (const tab of tabs) await expect(tab.getByText('1 of 3 checked in')).toBeVisible();
  });

  await test.step('without a connection: one entry, and both know what waits', async () => {
    await cable.cut();
    await scanInBoth(tabs, ben);
    await scan(second, cleo, 'admitted');
    await scan(first, cleo, 'just_scanned');
    await first.getByRole('button', { name: 'Scan next' }).click();
    for (const tab of tabs) {
      await expect(tab.getByText('3 of 3 checked in')).toBeVisible();
      await expect(tab.getByText('4 scans wait on this phone')).toBeVisible();
    }
  });

  await test.step('a tab that is closed leaves its scans to the other, which sends each once', async () => {
    await second.close();
    await cable.mend();
    await expect(first.getByText('You are offline. Keep scanning.')).toBeHidden({ timeout: 30_000 });
    await expect(first.getByText('3 of 3 checked in')).toBeVisible();
    await expect(first.getByText(/scans? waits? on this phone/)).toBeHidden();
    await scan(first, ben, 'already_in', 'just_scanned');
  });
  await cable.cut();
});
