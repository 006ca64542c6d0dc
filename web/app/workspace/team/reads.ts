import {
  inviteUsers,
  listUsers,
  type Member,
  resendInvitation,
  revokeInvitation,
  updateUser,
} from '@entrada/contract/accounts/team';
import { listEvents } from '@entrada/contract/catalog/events';
import type { InputOf } from '@entrada/contract/endpoint';
import { api } from '../../platform/api/client.ts';
import { everyPage } from '../kit/data/every-page.ts';
import { keys } from '../kit/data/keys.ts';
import type { Read, ReadsOf } from '../kit/reading/reads.ts';

/** Everybody of the account. */
export const teamRead: Read<Member[]> = {
  queryKey: keys.team,
  load: async (call, signal) => (await call(listUsers, {}, { signal })).data,
};

/** All events of the account, those to come first. */
export const eventChoiceRead: Read<{ id: number; title: string; startsAt: string; timezone: string }[]> = {
  queryKey: keys.eventChoice,
  load: async (call, signal) => {
    const pages = await everyPage((query) =>
      call(listEvents, { query: { ...query, sort_by: 'starts_at', sort_direction: 'desc' } }, { signal }),
    );
    return pages.flatMap(({ data }) => data);
  },
};

export const reads: ReadsOf = () => [teamRead];

export type InviteBody = InputOf<typeof inviteUsers>['body'];
export type MemberBody = InputOf<typeof updateUser>['body'];

const params = (id: number) => ({ params: { userId: String(id) } });

export const invite = async (body: InviteBody) => (await api(inviteUsers, { body })).data;
export const saveMember = async (id: number, body: MemberBody) =>
  (await api(updateUser, { ...params(id), body })).data;
export const sendAgain = async (id: number) => (await api(resendInvitation, params(id))).data;
export const takeBack = (id: number) => api(revokeInvitation, params(id));
