import type { Messages } from '@lingui/core';
import { Outlet } from 'react-router';
import { addErrorMessages } from '../api/error-messages.ts';
import { signInErrors } from '../api/errors/sign-in.ts';
import { type CatalogueHandle, catalogue, loadWhole } from '../i18n/catalogues.ts';

const loadMessages = catalogue(import.meta.glob<{ messages: Messages }>('../../../locales/auth/*.po'));

export const handle: CatalogueHandle = { part: 'auth', loadMessages };

addErrorMessages(signInErrors);

export const clientMiddleware = [loadWhole(loadMessages)];

export default function Words() {
  return <Outlet />;
}
