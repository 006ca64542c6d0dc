import type { Messages } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { hydrateRoot } from 'react-dom/client';
import { createI18n } from '../platform/i18n.ts';
import { enhancePage } from './enhance-page.ts';
import { TicketPicker } from './parts/ticket-picker.tsx';
import { PICKER_DATA, PICKER_ROOT } from './picker-root.ts';
import type { PickerPage } from './picker-state.ts';
import { reportHeight } from './widget-frame.ts';

const catalogues = import.meta.glob<{ messages: Messages }>('../../locales/public/*.po');

/**
 * Brings the ticket picker of an event page to life, and nothing else: the rest of the page is text and links. The
 * router stays away, which saves a buyer's phone a third of the script.
 */
async function start(): Promise<void> {
  enhancePage();
  reportHeight();
  const root = document.getElementById(PICKER_ROOT);
  const data = document.getElementById(PICKER_DATA)?.textContent;
  if (!root || !data) return;
  const locale = document.documentElement.dataset['locale'] ?? 'en';
  const messages = (await catalogues[`../../locales/public/${locale}.po`]?.())?.messages ?? {};
  hydrateRoot(
    root,
    <I18nProvider i18n={createI18n(locale, messages)}>
      <TicketPicker page={JSON.parse(data) as PickerPage} />
    </I18nProvider>,
  );
}

void start();
