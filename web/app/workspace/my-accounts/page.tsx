import { switchAccount } from '@entrada/contract/accounts/accounts';
import { acceptOwnership, endOwnershipTransfer } from '@entrada/contract/accounts/ownership';
import { leaveAccount } from '@entrada/contract/accounts/team';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { api } from '../../platform/api/client.ts';
import { formatDay } from '../../platform/i18n/format.ts';
import { homePath, loginPath } from '../../platform/previous-url.ts';
import { Avatar } from '../../ui/brand/avatar.tsx';
import { Note } from '../../ui/notices/note.tsx';
import { keys } from '../kit/data/keys.ts';
import { useSession } from '../kit/data/session.ts';
import { useChange } from '../kit/data/use-change.ts';
import { LoadFailed } from '../kit/display/load-failed.tsx';
import { askFirst } from '../kit/frame/confirm.tsx';
import { PageHeader } from '../kit/frame/page.tsx';
import { PageError } from '../kit/frame/page-error.tsx';
import { onNewPath, readInBrowser, readOnServer, useRead } from '../kit/reading/reads.ts';
import { roleWords } from '../kit/team/roles.ts';
import styles from './my-accounts.module.css';
import { type MyAccount, myAccountsRead, reads, transferRead } from './reads.ts';

export const loader = readOnServer(reads);
export const clientLoader = readInBrowser(reads);
export const shouldRevalidate = onNewPath;

/** The accounts that the user belongs to: switch to one, or leave it. */
export default function MyAccountsPage() {
  const { t } = useLingui();
  const { data, isError, error, refetch } = useRead(myAccountsRead);
  return (
    <>
      <PageHeader title={<Trans>Your accounts</Trans>} tab={[t`Your accounts`]} count={data?.length} />
      <Handover />
      {isError && !data && <LoadFailed error={error} retry={() => void refetch()} />}
      <ul className={styles.list}>
        {data?.map((account) => (
          <AccountRow key={account.id} account={account} />
        ))}
      </ul>
    </>
  );
}

function AccountRow({ account }: { account: MyAccount }) {
  const { t, i18n } = useLingui();
  const { name, role, current } = account;
  const change = useChange({
    run: () => api(switchAccount, { body: { accountId: account.id } }),
    onDone: () => location.assign(homePath),
  });
  const leave = useChange({
    run: () => api(leaveAccount, { params: { accountId: String(account.id) } }),
    invalidates: () => [keys.myAccounts],
    onDone: ({ data: { isSignedIn } }) => {
      if (!isSignedIn) location.assign(loginPath);
      else if (current) location.assign(homePath);
    },
    success: () => t`You have left ${name}.`,
  });
  return (
    <li className={styles.row}>
      <Avatar name={name} size={32} />
      <div className={styles.words}>
        <h2 className={styles.name}>
          {name}{' '}
          {current && (
            <span className={styles.quiet}>
              <Trans>(you are here)</Trans>
            </span>
          )}
        </h2>
        <p className={styles.quiet}>{i18n._(roleWords[role].name)}</p>
      </div>
      {!current && (
        <Button loading={change.isPending} onClick={() => void change.start(undefined)}>
          <Trans>Switch</Trans>
        </Button>
      )}
      {role === 'owner' ? (
        <span className={styles.quiet}>
          <Trans>To leave, hand it over first.</Trans>
        </span>
      ) : (
        <Button
          onClick={() =>
            askFirst({
              title: t`Leave ${name}?`,
              text: (
                <Trans>
                  You no longer see its events, orders and attendees, on any device. What you did stays with
                  the account. To come back, somebody has to invite you again.
                </Trans>
              ),
              confirm: t`Leave account`,
              keep: t`Stay`,
              run: () => leave.start(undefined),
            })
          }
        >
          <Trans>Leave</Trans>
        </Button>
      )}
    </li>
  );
}

/** The open handover of the account, for its two sides. */
function Handover() {
  const { t, i18n } = useLingui();
  const { me } = useSession();
  const { data } = useRead(transferRead);
  const agree = useChange({
    run: () => api(acceptOwnership, {}),
    onDone: () => location.reload(),
  });
  const end = useChange({
    run: () => api(endOwnershipTransfer, {}),
    invalidates: () => [keys.ownershipTransfer],
    success: () => t`The offer is over. Nothing has changed.`,
  });
  if (!data) return null;
  const until = formatDay(data.expiresAt, { locale: i18n.locale, timezone: me.account.timezone });
  const { name } = me.account;
  const owner = data.from.name;
  const heir = data.to.name;
  return (
    <div className={styles.handover}>
      <Note tone="attn">
        {data.isForYou ? (
          <Trans>
            {owner} wants to make you the owner of {name}. You can decide until {until}.
          </Trans>
        ) : (
          <Trans>
            {heir} can take over {name} until {until}.
          </Trans>
        )}
      </Note>
      <div className={styles.actions}>
        {data.isForYou && (
          <Button
            variant="primary"
            loading={agree.isPending}
            onClick={() =>
              askFirst({
                title: t`Take over ${name}?`,
                text: (
                  <Trans>
                    You become the owner, who alone can close the account and hand it over. {owner} becomes an
                    administrator.
                  </Trans>
                ),
                confirm: t`Take over`,
                keep: t`Not now`,
                tone: 'ink',
                run: () => agree.start(undefined),
              })
            }
          >
            <Trans>Take over</Trans>
          </Button>
        )}
        <Button loading={end.isPending} onClick={() => void end.start(undefined)}>
          {data.isForYou ? <Trans>Decline</Trans> : <Trans>Take the offer back</Trans>}
        </Button>
      </div>
    </div>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
