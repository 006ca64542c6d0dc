import { ROLES, type Role } from '@entrada/contract/permissions';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { roleWords } from '../kit/team/roles.ts';
import styles from './team.module.css';

type Cell = 'yes' | 'no' | 'theirs' | 'names' | 'check-in';

/** What each role may do. A phone shows the sentences of the roles instead. */
export function RoleTable() {
  const { i18n } = useLingui();
  const rows: { what: ReactNode; of: Record<Role, Cell> }[] = [
    { what: <Trans>Make and change events, tickets and pages</Trans>, of: of('yes', 'yes', 'theirs') },
    {
      what: <Trans>See orders and attendees</Trans>,
      of: of('yes', 'yes', 'theirs', 'yes', 'names', 'names'),
    },
    { what: <Trans>Refund, cancel, message people</Trans>, of: of('yes', 'yes', 'theirs') },
    { what: <Trans>Reports, taxes, invoices, payouts</Trans>, of: of('yes', 'yes', 'theirs', 'yes') },
    {
      what: <Trans>Check in, undo, sell at the door</Trans>,
      of: of('yes', 'yes', 'theirs', 'no', 'yes', 'check-in'),
    },
    { what: <Trans>Invite people, payment account</Trans>, of: of('yes', 'yes') },
    { what: <Trans>Close the account, hand it over</Trans>, of: of('yes') },
  ];
  return (
    <section className={styles.can} aria-labelledby="what-roles-can-do">
      <h2 id="what-roles-can-do" className={styles.canTitle}>
        <Trans>What each role can do</Trans>
      </h2>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <td />
              {ROLES.map((role) => (
                <th key={role} scope="col">
                  {i18n._(roleWords[role].name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ what, of: cells }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change
              <tr key={at}>
                <th scope="row">{what}</th>
                {ROLES.map((role) => (
                  <td key={role}>
                    <Shown cell={cells[role]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <dl className={styles.list}>
        {ROLES.map((role) => (
          <div key={role}>
            <dt>{i18n._(roleWords[role].name)}</dt>
            <dd>{i18n._(roleWords[role].does)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The cells of a row in the order of the roles; what is left out is no. */
const of = (...cells: Cell[]) =>
  Object.fromEntries(ROLES.map((role, at) => [role, cells[at] ?? 'no'])) as Record<Role, Cell>;

function Shown({ cell }: { cell: Cell }) {
  const { t } = useLingui();
  if (cell === 'yes') return <IconCheck size={18} className={styles.yes} role="img" aria-label={t`Yes`} />;
  if (cell === 'no')
    return (
      <>
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">{t`No`}</span>
      </>
    );
  if (cell === 'theirs') return <Trans>Their events</Trans>;
  return cell === 'names' ? <Trans>Names</Trans> : <Trans>Check in</Trans>;
}
