import { switchAccount } from '@entrada/contract/accounts/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconBuildingCommunity,
  IconCalendarEvent,
  IconCreditCard,
  IconHistory,
  IconQrcode,
  IconReceiptTax,
  IconReportAnalytics,
  IconRocket,
  IconSelector,
  IconSettings,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { api } from '../../../platform/api/client.ts';
import { formatCount } from '../../../platform/i18n/format.ts';
import { doorPath, homePath } from '../../../platform/previous-url.ts';
import { Avatar } from '../../../ui/brand/avatar.tsx';
import { useSession } from '../data/session.ts';
import { useChange } from '../data/use-change.ts';
import { Menu } from '../menus/menu.tsx';
import { eventCountRead } from '../reading/event-count.ts';
import { useRead } from '../reading/reads.ts';
import styles from './frame.module.css';
import { Frame } from './frame.tsx';
import { NavGroup, NavItem, NavOut } from './nav-item.tsx';

/** The frame of the pages outside an event. */
export function AccountFrame({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const { me } = useSession();
  return (
    <Frame label={t`Main`} title={me.account.name} nav={<AccountNav />}>
      {children}
    </Frame>
  );
}

/** The sidebar outside an event. */
function AccountNav() {
  const { i18n } = useLingui();
  const { organizers, may } = useSession();
  const { data: count } = useRead(eventCountRead, undefined, may('events.read'));
  return (
    <>
      <AccountSwitcher />
      <NavGroup>
        {may('events.read') && (
          <NavItem
            to="/manage/events"
            icon={IconCalendarEvent}
            count={count === undefined ? undefined : formatCount(count, i18n.locale)}
            others={/^\/manage\/organizer\/\d+(?!\d|\/settings)/}
          >
            <Trans>Events</Trans>
          </NavItem>
        )}
        {!may('events.read') && may('door.scan') && (
          <NavItem to={doorPath} icon={IconQrcode}>
            <Trans>Your check-in lists</Trans>
          </NavItem>
        )}
        {organizers.length === 1 && organizers[0] && (
          <NavOut href={`/${organizers[0].slug}`} icon={IconWorld}>
            <Trans>Organizer page</Trans>
          </NavOut>
        )}
        {may('organizers.read') && (
          <NavItem
            to="/manage/organizers"
            icon={IconBuildingCommunity}
            others={/^\/manage\/organizer\/\d+\/settings/}
          >
            <Trans>Organizers</Trans>
          </NavItem>
        )}
        {may('orders.read') && (
          <NavItem to="/manage/reports" icon={IconReportAnalytics}>
            <Trans>Reports</Trans>
          </NavItem>
        )}
      </NavGroup>
      {(['account.manage', 'taxes.manage', 'users.manage', 'payments.read', 'audit.read'] as const).some(
        may,
      ) && (
        <NavGroup title={<Trans>Account</Trans>}>
          {may('account.manage') && (
            <NavItem to="/account/settings" icon={IconSettings}>
              <Trans>Account details</Trans>
            </NavItem>
          )}
          {may('taxes.manage') && (
            <NavItem to="/account/taxes-and-fees" icon={IconReceiptTax}>
              <Trans>Taxes and fees</Trans>
            </NavItem>
          )}
          {may('account.manage') && (
            <NavItem to="/account/event-defaults" icon={IconRocket}>
              <Trans>Event defaults</Trans>
            </NavItem>
          )}
          {may('users.manage') && (
            <NavItem to="/account/users" icon={IconUsers}>
              <Trans>Users</Trans>
            </NavItem>
          )}
          {may('payments.read') && (
            <NavItem to="/account/payment" icon={IconCreditCard}>
              <Trans>Payments</Trans>
            </NavItem>
          )}
          {may('audit.read') && (
            <NavItem to="/account/audit-log" icon={IconHistory}>
              <Trans>Audit log</Trans>
            </NavItem>
          )}
        </NavGroup>
      )}
      {organizers.length > 1 && (
        <NavGroup title={<Trans>Organizer pages</Trans>}>
          {organizers.map((organizer) => (
            <NavOut key={organizer.id} href={`/${organizer.slug}`} icon={IconWorld}>
              {organizer.name}
            </NavOut>
          ))}
        </NavGroup>
      )}
    </>
  );
}

function AccountSwitcher() {
  const { t } = useLingui();
  const { me, accounts } = useSession();
  const change = useChange({
    run: (accountId: number) => api(switchAccount, { body: { accountId } }),
    onDone: () => location.assign(homePath),
  });
  const current = me.account.name;
  if (accounts.length < 2) {
    return (
      <div className={styles.account}>
        <AccountMark account={me.account} />
        <span className={styles.grow}>{current}</span>
      </div>
    );
  }
  return (
    <Menu position="bottom-start" width={224}>
      <Menu.Target>
        <button type="button" className={styles.account}>
          <span className="visually-hidden">{t`Account: ${current}. Switch account`}</span>
          <AccountMark account={me.account} />
          <span className={styles.grow} aria-hidden="true">
            {current}
          </span>
          <IconSelector size={16} stroke={1.75} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu ?? ''}>
        <Menu.RadioGroup
          value={String(accounts.find((account) => account.current)?.id ?? '')}
          onChange={(id) => void change.start(Number(id))}
        >
          {accounts.map((account) => (
            <Menu.RadioItem key={account.id} value={String(account.id)} disabled={change.isPending}>
              {account.name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The logo of the account, or else its initials. */
function AccountMark({ account }: { account: ReturnType<typeof useSession>['me']['account'] }) {
  const source = account.logo?.sources.toSorted((a, b) => a.width - b.width)[0];
  if (!source) return <Avatar name={account.name} size={26} />;
  return <img className={styles.accountLogo} src={source.url} width={26} height={26} alt="" />;
}
