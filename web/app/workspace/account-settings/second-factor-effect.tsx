import { personName } from '@entrada/contract/accounts/person-name';
import { listUsers } from '@entrada/contract/accounts/team';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api/client.ts';
import { formatList } from '../../platform/i18n/format.ts';
import { Note } from '../../ui/notices/note.tsx';
import { Space } from '../../ui/space.tsx';
import { keys } from '../kit/data/keys.ts';
import { LoadFailed } from '../kit/display/load-failed.tsx';

/** What follows once it is saved that everybody needs a second factor, or that nobody does any more. */
export function SecondFactorEffect({ isOn }: { isOn: boolean }) {
  if (isOn) return <WhatFollows />;
  return (
    <Note tone="attn">
      <Trans>From then on, everybody decides for themselves. Nobody loses a factor they have.</Trans>
    </Note>
  );
}

/** What changes for the people of the account, with those who have no second factor yet. */
function WhatFollows() {
  const { i18n } = useLingui();
  const { data, isError, error, refetch } = useQuery({
    queryKey: keys.team,
    queryFn: async ({ signal }) => (await api(listUsers, {}, { signal })).data,
  });
  if (isError) return <LoadFailed error={error} retry={() => void refetch()} />;
  if (!data) return null;
  const without = data.filter(({ hasSecondFactor, status }) => status === 'active' && !hasSecondFactor);
  const isYours = without.some(({ isYou }) => isYou);
  const others = without.filter(({ isYou }) => !isYou).map((one) => personName(one) || one.email);
  const names = formatList(others, i18n.locale);
  return (
    <Note tone="attn">
      {others.length > 0 ? (
        <Trans>
          <b>Without a second factor so far: {names}.</b> With their next click they set one up, before they
          can go on. Phones at a door that use a link are not affected.
        </Trans>
      ) : (
        <Trans>
          <b>Everybody else has a second factor already.</b> Whoever joins later sets one up first.
        </Trans>
      )}
      {isYours && (
        <>
          <Space />
          <Trans>You have none either: after saving, the page leads you to set one up.</Trans>
        </>
      )}
    </Note>
  );
}
