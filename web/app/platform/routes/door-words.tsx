import type { Messages } from '@lingui/core';
import { Outlet } from 'react-router';
import { addErrorMessages } from '../api/error-messages.ts';
import { doorErrors } from '../api/errors/door.ts';
import { type CatalogueHandle, catalogue, loadWhole } from '../i18n/catalogues.ts';

const loadMessages = catalogue(import.meta.glob<{ messages: Messages }>('../../../locales/door/*.po'));

export const handle: CatalogueHandle = { part: 'door', loadMessages };

addErrorMessages(doorErrors);

export const clientMiddleware = [loadWhole(loadMessages)];

export default function Words() {
  return <Outlet />;
}
