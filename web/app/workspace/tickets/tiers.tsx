import { LIMITS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Frame } from '../kit/form/typed.ts';
import { SortableList } from '../kit/sortable/list.tsx';
import { inOrder } from '../kit/sortable/order.ts';
import styles from './tickets.module.css';
import { Tier } from './tier.tsx';
import { emptyPrice, nextTierKey, type PriceValues } from './values.ts';

type TiersProps = {
  frame: Frame;
  tiers: PriceValues[];
  errors: Record<string, string>;
  onChange: (tiers: PriceValues[]) => void;
};

const keyOf = (tier: PriceValues) => tier.key;

/** The price tiers of a ticket, in the order in which buyers see them. */
export function Tiers({ frame, tiers, errors, onChange }: TiersProps) {
  const { t } = useLingui();
  const add = () => onChange([...tiers, emptyPrice(nextTierKey(tiers))]);
  const nameOf = (tier: PriceValues) => {
    const number = tiers.indexOf(tier) + 1;
    return tier.label || t`tier ${number}`;
  };
  return (
    <fieldset className={styles.tiers}>
      <legend>
        <Trans>Tiers</Trans>
      </legend>
      <div className={styles.tierHead} aria-hidden="true">
        <span>{t`Label`}</span>
        <span>{t`Price`}</span>
        <span>{t`Quantity`}</span>
      </div>
      <SortableList
        rows={tiers}
        idOf={keyOf}
        nameOf={nameOf}
        onSort={(keys) => onChange(inOrder(tiers, keys, keyOf))}
        rowClassName={styles.tier}
      >
        {(tier, sort) => (
          <Tier
            frame={frame}
            tier={tier}
            name={nameOf(tier)}
            path={`prices.${tiers.indexOf(tier)}`}
            isOnly={tiers.length === 1}
            errors={errors}
            sort={sort}
            onChange={(change) =>
              onChange(tiers.map((one) => (one.key === tier.key ? { ...one, ...change } : one)))
            }
            onRemove={() => onChange(tiers.filter((one) => one.key !== tier.key))}
          />
        )}
      </SortableList>
      <Button
        leftSection={<IconPlus size={16} stroke={2} />}
        onClick={add}
        disabled={tiers.length >= LIMITS.tiers}
      >
        <Trans>Add tier</Trans>
      </Button>
    </fieldset>
  );
}
