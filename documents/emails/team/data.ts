import type { Role } from '@entrada/contract/permissions';

export type InvitationData = {
  baseUrl: string;
  account: string;
  invitedBy: string;
  role: Role;
  /** Names of organizers and events. Null: the whole account. */
  reach: string[] | null;
  note: string;
  /** An instant, shown in the account's zone. */
  until: string;
  timeZone: string;
  url: string;
};

export type OwnershipOfferedData = {
  baseUrl: string;
  firstName: string;
  account: string;
  owner: string;
  until: string;
  timeZone: string;
  url: string;
};
