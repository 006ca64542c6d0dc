import type { Messages } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Outlet } from 'react-router';
import { addErrorMessages } from '../api/error-messages.ts';
import { type CatalogueHandle, catalogue, loadWhole } from '../i18n/catalogues.ts';

const loadMessages = catalogue(import.meta.glob<{ messages: Messages }>('../../../locales/checkout/*.po'));

export const handle: CatalogueHandle = { part: 'checkout', loadMessages };

// Buyers in the middle of paying ask about their money first. Whoever organizes the event has paid nothing.
addErrorMessages({ EVENT_CALLED_OFF: msg`This event was called off. Nothing was charged.` });

export const clientMiddleware = [loadWhole(loadMessages)];

export default function Words() {
  return <Outlet />;
}
