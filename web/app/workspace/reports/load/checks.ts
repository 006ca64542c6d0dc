import type { CurrentUser } from '@entrada/contract/accounts/accounts';
import type { Permission } from '@entrada/contract/permissions';
import { data, type Params } from 'react-router';
import { forbidden } from '../../kit/reading/reads.ts';
import { readTab, type Tab } from '../address.ts';

/** The report of an address. An unknown one is an unknown page. */
export function tabIn(params: Params, tabs: readonly Tab[]): Tab {
  const tab = readTab(params, tabs);
  if (!tab) throw data({ code: 'NOT_FOUND' }, { status: 404 });
  return tab;
}

const permissionFor = (tab: Tab): Permission => (tab === 'attendance' ? 'check-in.read' : 'orders.read');

/** Refuses a report to somebody who may not read it. */
export function mustBePermitted({ permissions }: CurrentUser, tab: Tab): void {
  if (!permissions.includes(permissionFor(tab))) throw forbidden();
}
