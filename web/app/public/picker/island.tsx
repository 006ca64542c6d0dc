import type { Messages } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { startTransition } from 'react';
import { createI18n } from '../../platform/i18n/i18n.ts';
import { enhancePage } from '../event/enhance-page.ts';
import { reportHeight } from '../event/widget-frame.ts';
import { PICKER_DATA, PICKER_ROOT } from './root.ts';
import type { PickerPage } from './state.ts';
import { TicketPicker } from './ticket-picker.tsx';

const catalogues = import.meta.glob<{ messages: Messages }>('../../../locales/public/*.po');

/**
 * Starts the ticket picker of an event page in the browser. The rest of the page is only text and links. The router
 * is not loaded, which saves a buyer's phone a third of the script.
 */
async function start(): Promise<void> {
  enhancePage();
  reportHeight();
  const root = document.getElementById(PICKER_ROOT);
  const data = document.getElementById(PICKER_DATA)?.textContent;
  if (!root || !data) return;
  const locale = document.documentElement.dataset['locale'] ?? 'en';
  const messages = (await catalogues[`../../../locales/public/${locale}.po`]?.())?.messages ?? {};
  await nextTask();
  const { hydrateRoot } = await import('react-dom/client');
  await nextTask();
  const page: PickerPage = JSON.parse(data);
  // As a transition React takes short turns, between which the page answers. A press or a typed figure ends the wait.
  startTransition(() => {
    hydrateRoot(
      root,
      <I18nProvider i18n={createI18n(locale, messages)}>
        <TicketPicker page={page} />
      </I18nProvider>,
    );
  });
}

/** Lets the browser paint and answer before it goes on. */
const nextTask = () => new Promise<void>((go) => setTimeout(go));

void start();
