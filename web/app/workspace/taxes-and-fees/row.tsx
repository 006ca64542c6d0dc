import type { AccountTaxOrFee } from '@entrada/contract/catalog/taxes-and-fees';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { Badge } from '../../ui/badge.tsx';
import { RowBox } from '../kit/selection/select-boxes.tsx';
import type { Selection } from '../kit/selection/use-selection.ts';
import { useTaxOrFeeWords } from '../kit/taxes-and-fees/words.ts';
import styles from './taxes-and-fees.module.css';

type TaxOrFeeRowProps = {
  taxOrFee: AccountTaxOrFee;
  /** Whether a column shows. */
  has: (key: string) => boolean;
  /** Null while the boxes are hidden. */
  selection: Selection | null;
  onEdit: () => void;
  onDelete: () => void;
};

export function TaxOrFeeRow({ taxOrFee, has, selection, onEdit, onDelete }: TaxOrFeeRowProps) {
  const { t } = useLingui();
  const words = useTaxOrFeeWords();
  return (
    <li
      className={styles.row}
      data-selecting={selection !== null || undefined}
      data-selected={selection?.has(taxOrFee.id) || undefined}
    >
      {selection && (
        <div className={styles.box}>
          <RowBox selection={selection} id={taxOrFee.id} name={taxOrFee.name} />
        </div>
      )}
      <div className={styles.words}>
        <h2>
          <button type="button" data-opens={taxOrFee.id} onClick={onEdit}>
            {taxOrFee.name}
          </button>
        </h2>
        <p className={styles.detail}>{words.effect(taxOrFee)}</p>
      </div>
      {has('amount') && <b className={styles.much}>{words.much(taxOrFee, taxOrFee.currency ?? 'EUR')}</b>}
      {has('default') && (
        <div className={styles.default}>
          {taxOrFee.isDefault && (
            <Badge tone="ok" quiet>
              <Trans>On new tickets</Trans>
            </Badge>
          )}
        </div>
      )}
      {has('tickets') && (
        <span className={styles.used}>
          {taxOrFee.tickets === 0 ? (
            <Trans>No ticket yet</Trans>
          ) : (
            <Plural value={taxOrFee.tickets} one="# ticket" other="# tickets" />
          )}
        </span>
      )}
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon aria-label={t`Actions for ${taxOrFee.name}`} className={styles.menu ?? ''}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={18} stroke={1.75} />} onClick={onEdit}>
            {taxOrFee.type === 'tax' ? <Trans>Edit tax</Trans> : <Trans>Edit fee</Trans>}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="var(--bad-text)"
            leftSection={<IconTrash size={18} stroke={1.75} />}
            onClick={onDelete}
          >
            {taxOrFee.type === 'tax' ? <Trans>Delete tax</Trans> : <Trans>Delete fee</Trans>}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}
