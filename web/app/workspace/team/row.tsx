import { personName } from '@entrada/contract/accounts/person-name';
import type { Member } from '@entrada/contract/accounts/team';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowsExchange, IconMail, IconTrash } from '@tabler/icons-react';
import { formatList, formatShortDay } from '../../platform/i18n/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Avatar } from '../../ui/brand/avatar.tsx';
import { keys } from '../kit/data/keys.ts';
import { useSession } from '../kit/data/session.ts';
import { useChange } from '../kit/data/use-change.ts';
import { modals } from '../kit/dialogs/modals.ts';
import { useLateDialog } from '../kit/dialogs/use-late-dialog.ts';
import { Ago } from '../kit/display/ago.tsx';
import { askFirst } from '../kit/frame/confirm.tsx';
import { useDrawerParam } from '../kit/frame/drawer-param.ts';
import { EditItem, RowLink, RowMenu, SwitchItem } from '../kit/list/row.tsx';
import { Menu } from '../kit/menus/menu.tsx';
import { roleWords } from '../kit/team/roles.ts';
import { saveMember, sendAgain, takeBack } from './reads.ts';
import styles from './team.module.css';

/** A person, or an invitation, with the role, what they reach and when they were last here. */
export function MemberRow({ member }: { member: Member }) {
  const { i18n } = useLingui();
  const name = personName(member) || member.email;
  const isFixed = member.role === 'owner' || member.isYou;
  return (
    <li className={styles.row}>
      <Avatar name={name} size={32} />
      <div className={styles.words}>
        <h2 className={styles.name}>
          {isFixed ? name : <RowLink opens={member.id}>{name}</RowLink>}{' '}
          {member.isYou && (
            <span className={styles.you}>
              <Trans>(you)</Trans>
            </span>
          )}
        </h2>
        {name !== member.email && <p className={styles.email}>{member.email}</p>}
      </div>
      <div className={styles.role}>{i18n._(roleWords[member.role].name)}</div>
      <div className={styles.reach}>
        <Reach member={member} />
      </div>
      <div className={styles.last}>
        <LastHere member={member} />
      </div>
      <div className={styles.menu}>{!member.isYou && <MemberMenu member={member} name={name} />}</div>
    </li>
  );
}

function Reach({ member: { reach } }: { member: Member }) {
  const { i18n } = useLingui();
  if (!reach) return <Trans>All</Trans>;
  const names = [...reach.organizers.map(({ name }) => name), ...reach.events.map(({ title }) => title)];
  return names.length === 0 ? <Trans>None</Trans> : formatList(names, i18n.locale);
}

function LastHere({ member }: { member: Member }) {
  const { i18n } = useLingui();
  const { timezone } = useSession().me.account;
  const { status, expiresAt, lastSeenAt, isYou } = member;
  if (status === 'invited' && expiresAt) {
    const day = formatShortDay(expiresAt, { locale: i18n.locale, timezone });
    return (
      <Badge tone="attn">
        <Trans>Invited, link ends {day}</Trans>
      </Badge>
    );
  }
  if (status === 'expired')
    return (
      <Badge tone="bad">
        <Trans>Invitation expired</Trans>
      </Badge>
    );
  if (status === 'inactive')
    return (
      <Badge tone="neutral">
        <Trans>Switched off</Trans>
      </Badge>
    );
  if (isYou)
    return (
      <Badge tone="ok" quiet>
        <Trans>Now</Trans>
      </Badge>
    );
  return lastSeenAt ? <Ago at={lastSeenAt} timezone={timezone} /> : <Trans>Never</Trans>;
}

const invalidates = () => [keys.team];

function MemberMenu({ member, name }: { member: Member; name: string }) {
  const { t } = useLingui();
  const drawer = useDrawerParam();
  const { may } = useSession();
  const isInvitation = member.status === 'invited' || member.status === 'expired';
  const again = useChange({
    run: () => sendAgain(member.id),
    invalidates,
    success: () => t`A new link is on its way to ${name}. The earlier one no longer works.`,
  });
  const revoke = useChange({
    run: () => takeBack(member.id),
    invalidates,
    success: () => t`The invitation of ${name} is revoked.`,
  });
  const change = useChange({
    run: (status: 'active' | 'inactive') =>
      saveMember(member.id, { role: member.role, reach: reachIds(member), status }),
    invalidates,
    success: (saved) =>
      saved.status === 'active' ? t`${name} can sign in again.` : t`${name} is switched off.`,
  });
  const openLate = useLateDialog();
  const handOver = () =>
    void openLate(
      async () => (await import('./hand-over.tsx')).HandOver,
      (HandOver) => {
        const id = modals.open({
          title: t`Hand the account over`,
          children: <HandOver member={member} close={() => modals.close(id)} />,
        });
      },
    );
  if (member.role === 'owner') return null;
  return (
    <RowMenu name={name}>
      <EditItem onClick={() => drawer.open(member.id)}>
        <Trans>Change role and events</Trans>
      </EditItem>
      {isInvitation ? (
        <>
          <Menu.Item
            leftSection={<IconMail size={18} stroke={1.75} />}
            onClick={() => void again.start(undefined)}
          >
            <Trans>Send again</Trans>
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="var(--bad-text)"
            leftSection={<IconTrash size={18} stroke={1.75} />}
            onClick={() =>
              askFirst({
                title: t`Revoke this invitation?`,
                text: <Trans>The link that {name} has stops working at once.</Trans>,
                confirm: t`Revoke invitation`,
                keep: t`Keep invitation`,
                run: () => revoke.start(undefined),
              })
            }
          >
            <Trans>Revoke invitation</Trans>
          </Menu.Item>
        </>
      ) : (
        <>
          {may('account.hand-over') && member.status === 'active' && (
            <Menu.Item leftSection={<IconArrowsExchange size={18} stroke={1.75} />} onClick={handOver}>
              <Trans>Hand the account over</Trans>
            </Menu.Item>
          )}
          <SwitchItem
            isOn={member.status === 'active'}
            onClick={() =>
              member.status === 'active'
                ? askFirst({
                    title: t`Switch off ${name}?`,
                    text: (
                      <Trans>
                        {name} is signed out of this account at once and cannot come back until you switch
                        them on. What they did stays.
                      </Trans>
                    ),
                    confirm: t`Switch off`,
                    keep: t`Keep`,
                    run: () => change.start('inactive'),
                  })
                : void change.start('active')
            }
          />
        </>
      )}
    </RowMenu>
  );
}

/** What a member reaches, as the API takes it. */
export const reachIds = ({ reach }: Member) =>
  reach && {
    eventIds: reach.events.map(({ id }) => id),
    organizerIds: reach.organizers.map(({ id }) => id),
  };
