import type { AccountTaxOrFee } from '@entrada/contract/catalog/taxes-and-fees';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Badge } from '../../ui/badge.tsx';
import { DeleteItem, EditItem } from '../kit/list/row.tsx';
import { Menu } from '../kit/menus/menu.tsx';
import { SelectableRow } from '../kit/selection/select-boxes.tsx';
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
    <SelectableRow
      selection={selection}
      id={taxOrFee.id}
      name={taxOrFee.name}
      className={styles.row}
      boxClassName={styles.box}
    >
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
          <EditItem onClick={onEdit}>
            {taxOrFee.type === 'tax' ? <Trans>Edit tax</Trans> : <Trans>Edit fee</Trans>}
          </EditItem>
          <DeleteItem onClick={onDelete}>
            {taxOrFee.type === 'tax' ? <Trans>Delete tax</Trans> : <Trans>Delete fee</Trans>}
          </DeleteItem>
        </Menu.Dropdown>
      </Menu>
    </SelectableRow>
  );
}
