import { type Affiliate, getAffiliate, listAffiliates } from '@entrada/contract/catalog/affiliates';
import { PAGE } from '@entrada/contract/constants';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { eventParams } from '../data/event.ts';
import { keys } from '../data/keys.ts';
import { useSession } from '../data/session.ts';
import type { FilterField } from './fields.ts';

const FIELD = 'affiliate_id';
const most = { sort_by: 'orders', sort_direction: 'desc', per_page: String(PAGE.maxSize) };

/**
 * The filter of the orders by affiliate. It lists the affiliates with the most orders, and the affiliate with the id
 * `chosen`. There is no filter if the event has no affiliates or if the user may not see them.
 */
export function useAffiliateFilter(eventId: number, chosen: string | undefined): FilterField[] {
  const { t } = useLingui();
  const mayRead = useSession().may('affiliates.read');
  const listed = useQuery({
    queryKey: keys.affiliateList(eventId, most),
    queryFn: ({ signal }) => api(listAffiliates, { ...eventParams(eventId), query: most }, { signal }),
    enabled: mayRead,
  });
  const affiliates: Pick<Affiliate, 'id' | 'name'>[] = listed.data?.data ?? [];
  const isListed = affiliates.some(({ id }) => String(id) === chosen);
  const other = useQuery({
    queryKey: keys.affiliate(eventId, Number(chosen)),
    queryFn: ({ signal }) => {
      const params = { eventId: String(eventId), affiliateId: chosen ?? '' };
      return api(getAffiliate, { params }, { signal }).then(({ data }) => data);
    },
    enabled: mayRead && listed.isSuccess && chosen !== undefined && /^\d{1,15}$/.test(chosen) && !isListed,
    retry: false,
  });
  const all = other.data && !isListed ? [other.data, ...affiliates] : affiliates;
  if (all.length === 0) return [];
  const options = all.map(({ id, name }) => ({ value: String(id), label: name }));
  return [{ field: FIELD, label: t`Affiliate`, operator: 'eq', canExclude: true, options }];
}
