import { affiliateListRules } from '@entrada/contract/catalog/affiliates';
import { promoCodeListRules } from '@entrada/contract/catalog/promo-codes';
import type { ListRules } from '@entrada/contract/list';
import type { Permission } from '@entrada/contract/permissions';
import { attendeeListRules } from '@entrada/contract/sales/attendees';
import { orderListRules } from '@entrada/contract/sales/orders';
import { VIEWED_LISTS, type ViewedList } from '@entrada/contract/sales/views/saved';
import { affiliateSource } from '../../catalog/affiliates/queries.ts';
import { promoCodeSource } from '../../catalog/promo-codes/queries.ts';
import type { AccountScope } from '../../platform/context.ts';
import type { ListSource } from '../../platform/lists/page.ts';
import { attendeeSource } from '../attendees/queries.ts';
import { orderSource } from '../orders/list-queries.ts';

type List = {
  rules: ListRules;
  access: Permission;
  source: (scope: AccountScope, eventId: number) => ListSource;
};

/** The rules of each list with views, what a person needs to read it, and how its filters become SQL. */
export const LISTS: Record<ViewedList, List> = {
  orders: { rules: orderListRules, access: 'orders.read', source: orderSource },
  attendees: { rules: attendeeListRules, access: 'attendees.read', source: attendeeSource },
  'promo-codes': { rules: promoCodeListRules, access: 'promo-codes.read', source: promoCodeSource },
  affiliates: { rules: affiliateListRules, access: 'affiliates.read', source: affiliateSource },
};

/** The list of a stored view. A table holds only lists that the contract names. */
export function listNamed(name: string): ViewedList {
  const list = VIEWED_LISTS.find((one) => one === name);
  if (!list) throw new Error(`No list ${name} has views`);
  return list;
}
