import type { AuditLogEntry } from '@entrada/contract/insight/audit-log';
import { Trans } from '@lingui/react/macro';
import { IconArrowRight } from '@tabler/icons-react';
import { Space } from '../../../ui/space.tsx';
import styles from './audit.module.css';

/** So many changed fields show at once. */
const FIRST = 4;

/** What an entry changed: each field with its value before and after. */
export function Changes({ changes }: { changes: AuditLogEntry['words']['changes'] }) {
  if (changes.length === 0) return null;
  const rest = changes.slice(FIRST);
  return (
    <>
      <Fields changes={changes.slice(0, FIRST)} />
      {rest.length > 0 && (
        <details className={styles.rest}>
          <summary>
            <Trans>All that changed</Trans>
          </summary>
          <Fields changes={rest} />
        </details>
      )}
    </>
  );
}

function Fields({ changes }: { changes: AuditLogEntry['words']['changes'] }) {
  return (
    <dl className={styles.fields}>
      {changes.map(({ name, from, to }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry never changes, and two fields may have one name
        <div key={at}>
          <dt>{name}</dt>
          <dd>
            {from !== null && (
              <del className={styles.from}>
                <span className="visually-hidden">
                  <Trans>Before:</Trans>
                  <Space />
                </span>
                {from}
              </del>
            )}
            {from !== null && <IconArrowRight size={14} stroke={1.75} aria-hidden="true" />}
            <ins className={styles.to}>
              <span className="visually-hidden">
                <Trans>After:</Trans>
                <Space />
              </span>
              {to ?? <Trans>Empty</Trans>}
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
