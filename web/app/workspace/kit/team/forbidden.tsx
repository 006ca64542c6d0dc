import { listManagers } from '@entrada/contract/accounts/team';
import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api/client.ts';
import { formatList } from '../../../platform/i18n/format.ts';
import { ErrorPage } from '../../../ui/notices/error-page.tsx';
import { keys } from '../data/keys.ts';

/** A page that the role does not include, with the names of those who can change that. */
export function Forbidden() {
  const { i18n } = useLingui();
  const { data = [] } = useQuery({
    queryKey: keys.managers,
    queryFn: async ({ signal }) => (await api(listManagers, {}, { signal })).data,
  });
  const names = formatList(
    data.map(({ name }) => name),
    i18n.locale,
  );
  return (
    <ErrorPage
      kind="forbidden"
      status={403}
      isFramed
      says={names && <Trans>Your role doesn’t include this page. {names} can give you access.</Trans>}
    />
  );
}
