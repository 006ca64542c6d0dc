import type { Role } from '@entrada/contract/permissions';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronRight } from '@tabler/icons-react';
import { Form } from 'react-router';
import type { Refusal } from '../../platform/api/refusal.ts';
import { Avatar } from '../../ui/brand/avatar.tsx';
import { roleNames } from '../joining/role-names.ts';
import styles from './form.module.css';
import { Frame } from './frame.tsx';
import { RefusalNote } from './refusal-note.tsx';

type ChooseAccountProps = {
  accounts: { id: number; name: string; role: Role }[];
  previous: string;
  refusal: Refusal | undefined;
};

/** The step of login for people who belong to several accounts. */
export function ChooseAccount({ accounts, previous, refusal }: ChooseAccountProps) {
  const { t } = useLingui();
  return (
    <Frame
      title={t`Choose an account`}
      heading={<Trans>Choose an account</Trans>}
      lead={<Trans>You can switch to another one later.</Trans>}
      isSignedIn
    >
      <div className={styles.note}>
        <RefusalNote refusal={refusal} />
      </div>
      <Form method="post">
        <input type="hidden" name="previous" value={previous} />
        <ul className={styles.accounts}>
          {accounts.map(({ id, name, role }) => (
            <li key={id}>
              <button type="submit" name="accountId" value={id} className={styles.account}>
                <Avatar name={name} size={36} />
                <span className={styles.name}>
                  {name}
                  <span className={styles.role}>{t(roleNames[role])}</span>
                </span>
                <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      </Form>
    </Frame>
  );
}
