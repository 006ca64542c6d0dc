import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Portal } from '@mantine/core';
import { type Icon, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { formatCount } from '../../../platform/i18n/format.ts';
import styles from './bulk-bar.module.css';
import { useEscape } from './use-escape.ts';
import type { Selection } from './use-selection.ts';

/**
 * The bar of actions for the chosen rows. Its children are `BulkAction`s. It floats over the page while rows are
 * chosen. Escape clears the choice.
 */
export function BulkBar({ selection, children }: { selection: Selection; children: ReactNode }) {
  const { t, i18n } = useLingui();
  const { count, total, isAll, page, pageSize, clear } = selection;
  const isOpen = count > 0;
  useEscape(isOpen, clear);
  useEffect(() => {
    if (!isOpen) return;
    // The bar may cover the row that was just chosen, so this waits until the bar is rendered.
    const frame = requestAnimationFrame(() =>
      document.activeElement?.closest('[data-row-box]')?.scrollIntoView({ block: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [isOpen]);
  const all = formatCount(total, i18n.locale);
  return (
    <>
      <p className="visually-hidden" role="status">
        {isOpen && <Plural value={count} one="# row selected" other="# rows selected" />}
      </p>
      {isOpen && (
        <>
          <div className={styles.room} />
          <Portal>
            <section className={styles.bar} data-bottom-bar aria-label={t`Selected rows`}>
              <span className={styles.count}>
                <Plural value={count} one="# selected" other="# selected" />
              </span>
              {page === 'all' && !isAll && total > pageSize && (
                <button type="button" className={styles.all} onClick={selection.setAll}>
                  <Trans>Select all {all}</Trans>
                </button>
              )}
              <span className={styles.rule} aria-hidden="true" />
              <div className={styles.actions}>{children}</div>
              <ActionIcon className={styles.clear} aria-label={t`Clear selection`} onClick={clear}>
                <IconX size={18} stroke={1.75} />
              </ActionIcon>
            </section>
          </Portal>
        </>
      )}
    </>
  );
}

type BulkActionProps = { icon: Icon; isPending?: boolean; onClick: () => void; children: ReactNode };

/** One button of the bar. */
export function BulkAction({ icon: Icon, isPending = false, onClick, children }: BulkActionProps) {
  return (
    <Button
      className={styles.action}
      variant="subtle"
      leftSection={<Icon size={18} stroke={1.75} />}
      loading={isPending}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
