import {
  getNotifications,
  type Notifications,
  saveNotifications,
} from '@entrada/contract/outreach/notifications';
import { api } from '../../../platform/api/client.ts';
import { keys } from '../../kit/data/keys.ts';
import type { Read, ReadsOf } from '../../kit/reading/reads.ts';

/** What the signed-in user gets by mail. */
export const notificationsRead: Read<Notifications> = {
  queryKey: keys.notifications,
  load: async (call, signal) => (await call(getNotifications, {}, { signal })).data,
};

export const writeNotifications = async (body: Pick<Notifications, 'daily' | 'weekly'>) =>
  (await api(saveNotifications, { body })).data;

export const reads: ReadsOf = () => [notificationsRead];
