import type { Messages } from '@lingui/core';
import { Outlet } from 'react-router';
import { type CatalogueHandle, catalogue, loadWhole } from '../i18n/catalogues.ts';

const loadMessages = catalogue(import.meta.glob<{ messages: Messages }>('../../../locales/guests/*.po'));

export const handle: CatalogueHandle = { part: 'guests', loadMessages };

export const clientMiddleware = [loadWhole(loadMessages)];

export default function Words() {
  return <Outlet />;
}
