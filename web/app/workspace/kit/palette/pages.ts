import type { Permission } from '@entrada/contract/permissions';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  type Icon,
  IconAffiliate,
  IconBuildingCommunity,
  IconCalendarEvent,
  IconChartPie,
  IconCode,
  IconCreditCard,
  IconDiscount2,
  IconHistory,
  IconLayoutDashboard,
  IconListCheck,
  IconMessageQuestion,
  IconPalette,
  IconQrcode,
  IconReceipt,
  IconReceiptTax,
  IconReportAnalytics,
  IconRocket,
  IconSend,
  IconSettings,
  IconTicket,
  IconUsers,
} from '@tabler/icons-react';
import { eventPath } from '../data/event.ts';

type Destination = {
  id: string;
  label: MessageDescriptor;
  icon: Icon;
  /** The path of the page. Pages of an event need the event's id. */
  path: (eventId: number) => string;
  isInEvent: boolean;
  /** The key after G that opens the page. */
  key?: string;
  permission?: Permission;
  /** Set if the page has a drawer to create something, or a page of its own for that below it. */
  create?: { label: MessageDescriptor; permission: Permission; page?: string };
};

const inEvent = (page: string) => ({ path: (id: number) => eventPath(id, page), isInEvent: true });
const inAccount = (path: string) => ({ path: () => path, isInEvent: false });

/** All pages that the command palette and the shortcuts can open, in the order of the sidebars. */
export const DESTINATIONS: readonly Destination[] = [
  { id: 'dashboard', label: msg`Dashboard`, icon: IconLayoutDashboard, key: 'd', ...inEvent('') },
  { id: 'getting-started', label: msg`Getting started`, icon: IconRocket, ...inEvent('getting-started') },
  {
    id: 'tickets',
    label: msg`Tickets`,
    icon: IconTicket,
    key: 't',
    ...inEvent('tickets'),
    create: { label: msg`New ticket`, permission: 'tickets.write' },
  },
  { id: 'orders', label: msg`Orders`, icon: IconReceipt, key: 'o', ...inEvent('orders') },
  {
    id: 'promo-codes',
    label: msg`Promo codes`,
    icon: IconDiscount2,
    key: 'p',
    permission: 'promo-codes.read',
    ...inEvent('promo-codes'),
    create: { label: msg`New promo code`, permission: 'promo-codes.write' },
  },
  {
    id: 'affiliates',
    label: msg`Affiliates`,
    icon: IconAffiliate,
    key: 'f',
    permission: 'affiliates.read',
    ...inEvent('affiliates'),
    create: { label: msg`New affiliate`, permission: 'affiliates.write' },
  },
  {
    id: 'capacity-assignments',
    label: msg`Capacity`,
    icon: IconChartPie,
    key: 'k',
    ...inEvent('capacity-assignments'),
    create: { label: msg`New capacity assignment`, permission: 'tickets.write' },
  },
  {
    id: 'reports',
    label: msg`Reports`,
    icon: IconReportAnalytics,
    key: 'r',
    permission: 'orders.read',
    ...inEvent('reports'),
  },
  { id: 'attendees', label: msg`Attendees`, icon: IconUsers, key: 'a', ...inEvent('attendees') },
  {
    id: 'guests',
    label: msg`Guest list`,
    icon: IconListCheck,
    permission: 'attendees.read',
    ...inEvent('guests'),
  },
  {
    id: 'questions',
    label: msg`Questions`,
    icon: IconMessageQuestion,
    key: 'q',
    permission: 'questions.read',
    ...inEvent('questions'),
    create: { label: msg`New question`, permission: 'questions.write' },
  },
  {
    id: 'messages',
    label: msg`Messages`,
    icon: IconSend,
    key: 'm',
    permission: 'messages.read',
    ...inEvent('messages'),
    create: { label: msg`Write a message`, permission: 'messages.write', page: '/new' },
  },
  {
    id: 'check-in',
    label: msg`Check-in`,
    icon: IconQrcode,
    key: 'i',
    ...inEvent('check-in'),
    create: { label: msg`New check-in list`, permission: 'check-in.manage' },
  },
  {
    id: 'designer',
    label: msg`Homepage designer`,
    icon: IconPalette,
    key: 'h',
    ...inEvent('homepage-designer'),
  },
  { id: 'widget', label: msg`Widget`, icon: IconCode, key: 'w', ...inEvent('widget') },
  { id: 'settings', label: msg`Settings`, icon: IconSettings, key: 's', ...inEvent('settings') },
  {
    id: 'events',
    label: msg`Events`,
    icon: IconCalendarEvent,
    key: 'e',
    permission: 'events.read',
    ...inAccount('/manage/events'),
    create: { label: msg`New event`, permission: 'events.create' },
  },
  {
    id: 'organizers',
    label: msg`Organizers`,
    icon: IconBuildingCommunity,
    key: 'z',
    permission: 'organizers.read',
    ...inAccount('/manage/organizers'),
    create: { label: msg`New organizer`, permission: 'organizers.write' },
  },
  {
    id: 'account-reports',
    label: msg`Reports over all events`,
    icon: IconReportAnalytics,
    permission: 'orders.read',
    ...inAccount('/manage/reports'),
  },
  {
    id: 'taxes-and-fees',
    label: msg`Taxes and fees`,
    icon: IconReceiptTax,
    key: 'x',
    permission: 'taxes.manage',
    ...inAccount('/account/taxes-and-fees'),
    create: { label: msg`New tax or fee`, permission: 'taxes.manage' },
  },
  {
    id: 'users',
    label: msg`Users`,
    icon: IconUsers,
    permission: 'users.manage',
    ...inAccount('/account/users'),
    create: { label: msg`Invite someone`, permission: 'users.manage' },
  },
  {
    id: 'my-accounts',
    label: msg`Your accounts`,
    icon: IconBuildingCommunity,
    ...inAccount('/manage/account'),
  },
  {
    id: 'payment',
    label: msg`Payments`,
    icon: IconCreditCard,
    key: 'y',
    permission: 'payments.read',
    ...inAccount('/account/payment'),
  },
  {
    id: 'account-details',
    label: msg`Account details`,
    icon: IconSettings,
    permission: 'account.manage',
    ...inAccount('/account/settings'),
  },
  {
    id: 'event-defaults',
    label: msg`Event defaults`,
    icon: IconRocket,
    permission: 'account.manage',
    ...inAccount('/account/event-defaults'),
  },
  {
    id: 'audit-log',
    label: msg`Audit log`,
    icon: IconHistory,
    permission: 'audit.read',
    ...inAccount('/account/audit-log'),
  },
  {
    id: 'own-doors',
    label: msg`Your check-in lists`,
    icon: IconQrcode,
    permission: 'door.scan',
    ...inAccount('/manage/door'),
  },
];

const eventAddress = /^\/manage\/event\/([1-9][0-9]{0,14})(?:\/|$)/;

/** The id of the event in an address; null if there is none. */
export function eventOfPath(pathname: string): number | null {
  const id = eventAddress.exec(pathname)?.[1];
  return id === undefined ? null : Number(id);
}

type May = (permission: Permission) => boolean;

/** The pages that the user can open from here. */
export function reachable(eventId: number | null, may: May): Destination[] {
  return DESTINATIONS.filter(
    ({ isInEvent, permission }) => (!isInEvent || eventId !== null) && (!permission || may(permission)),
  );
}

/** Where something is created that belongs to a page. */
export const creationPath = ({ path, create }: Destination, eventId: number): string =>
  `${path(eventId)}${create?.page ?? '?drawer=new'}`;

/** The page at an address, if the user can create something there. */
export function creatableAt(pathname: string, may: May): Destination | undefined {
  const eventId = eventOfPath(pathname);
  return reachable(eventId, may).find(
    ({ create, path }) => create && may(create.permission) && path(eventId ?? 0) === pathname,
  );
}
