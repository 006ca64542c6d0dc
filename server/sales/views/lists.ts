import { affiliateListRules } from '@entrada/contract/catalog/affiliates';
import { promoCodeListRules } from '@entrada/contract/catalog/promo-codes';
import type { ListRules } from '@entrada/contract/list';
import type { Permission } from '@entrada/contract/permissions';
import { attendeeListRules } from '@entrada/contract/sales/attendees';
import { orderListRules } from '@entrada/contract/sales/orders';
import { VIEWED_LISTS, type ViewedList } from '@entrada/contract/sales/views/saved';

/** The rules of each list with views, and what a person needs to read it. */
export const LISTS: Record<ViewedList, { rules: ListRules; access: Permission }> = {
  orders: { rules: orderListRules, access: 'orders.read' },
  attendees: { rules: attendeeListRules, access: 'attendees.read' },
  'promo-codes': { rules: promoCodeListRules, access: 'promo-codes.read' },
  affiliates: { rules: affiliateListRules, access: 'affiliates.read' },
};

/** The list of a stored view. A table holds only lists that the contract names. */
export function listNamed(name: string): ViewedList {
  const list = VIEWED_LISTS.find((one) => one === name);
  if (!list) throw new Error(`No list ${name} has views`);
  return list;
}
