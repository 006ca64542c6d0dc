import {
  type AccountSettings,
  getAccountSettings,
  updateAccountSettings,
} from '@entrada/contract/accounts/settings';
import type { InputOf } from '@entrada/contract/endpoint';
import { api } from '../../platform/api/client.ts';

export type SettingsBody = InputOf<typeof updateAccountSettings>['body'];

export const loadSettings = async (): Promise<AccountSettings> => (await api(getAccountSettings, {})).data;

export const saveSettings = async (body: SettingsBody): Promise<AccountSettings> =>
  (await api(updateAccountSettings, { body })).data;
