import { LIMITS } from '@entrada/contract/constants';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconCalendar,
  IconEye,
  IconEyeOff,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { DateTimeInput } from '../ui/date-time-input.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { emptyPrice, type FormFrame, type PriceValues } from './ticket-values.ts';
import styles from './tickets.module.css';

type TiersProps = {
  frame: FormFrame;
  tiers: PriceValues[];
  errors: Record<string, string>;
  onChange: (tiers: PriceValues[]) => void;
};

/** The price tiers of a ticket, in the order in which buyers see them. */
export function Tiers({ frame, tiers, errors, onChange }: TiersProps) {
  const { t } = useLingui();
  const added = useRef(0);
  const [message, setMessage] = useState('');
  const move = (from: number, to: number) => {
    const next = [...tiers];
    const [tier] = next.splice(from, 1);
    if (!tier) return;
    next.splice(to, 0, tier);
    onChange(next);
    const position = to + 1;
    setMessage(t`${tier.label} is now number ${position}.`);
  };
  const add = () => {
    added.current += 1;
    onChange([...tiers, emptyPrice(`new-${added.current}`)]);
  };
  return (
    <fieldset className={styles.tiers}>
      <legend>
        <Trans>Tiers</Trans>
      </legend>
      <ol>
        {tiers.map((tier, index) => (
          <Tier
            key={tier.key}
            frame={frame}
            tier={tier}
            index={index}
            count={tiers.length}
            errors={errors}
            onChange={(change) =>
              onChange(tiers.map((one, at) => (at === index ? { ...one, ...change } : one)))
            }
            onMove={(to) => move(index, to)}
            onRemove={() => onChange(tiers.filter((_, at) => at !== index))}
          />
        ))}
      </ol>
      <Button
        leftSection={<IconPlus size={16} stroke={2} />}
        onClick={add}
        disabled={tiers.length >= LIMITS.tiers}
      >
        <Trans>Add tier</Trans>
      </Button>
      <span className="visually-hidden" role="status">
        {message}
      </span>
    </fieldset>
  );
}

type TierProps = {
  frame: FormFrame;
  tier: PriceValues;
  index: number;
  count: number;
  errors: Record<string, string>;
  onChange: (change: Partial<PriceValues>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
};

const icon = { size: 18, stroke: 1.75 };

function Tier({ frame, tier, index, count, errors, onChange, onMove, onRemove }: TierProps) {
  const { t } = useLingui();
  const [hasWindow, setWindow] = useState(tier.saleStartsAt !== '' || tier.saleEndsAt !== '');
  const error = (field: string) => errors[`prices.${index}.${field}`];
  const number = index + 1;
  const name = tier.label || t`tier ${number}`;
  const clearWindow = () => onChange({ saleStartsAt: '', saleEndsAt: '' });
  return (
    <li className={styles.tier}>
      <div className={styles.tierFields}>
        <TextInput
          label={t`Label`}
          maxLength={LIMITS.name}
          value={tier.label}
          onChange={(event) => onChange({ label: event.currentTarget.value })}
          error={error('label')}
        />
        <MoneyInput
          label={t`Price`}
          currency={frame.currency}
          value={tier.amount}
          onChange={(amount) => onChange({ amount })}
          error={error('amount')}
        />
        <TextInput
          label={t`Quantity`}
          inputMode="numeric"
          placeholder={t`No limit`}
          value={tier.quantity}
          onChange={(event) => onChange({ quantity: event.currentTarget.value })}
          error={error('quantity')}
        />
      </div>
      <div className={styles.tierMore}>
        <span className={styles.tierNote}>
          {tier.sold > 0 ? (
            <Trans>
              <Plural value={tier.sold} one="# sold" other="# sold" />. You can hide it, not delete it.
            </Trans>
          ) : (
            tier.id !== null && <Trans>No sales yet</Trans>
          )}
          {tier.hidden && (
            <>
              {' '}
              <Trans>Hidden from buyers.</Trans>
            </>
          )}
        </span>
        <ActionIcon
          size={32}
          aria-label={t`Sale dates of ${name}`}
          aria-pressed={hasWindow}
          onClick={() => {
            if (hasWindow) clearWindow();
            setWindow(!hasWindow);
          }}
        >
          <IconCalendar {...icon} />
        </ActionIcon>
        <ActionIcon
          size={32}
          aria-label={tier.hidden ? t`Show ${name}` : t`Hide ${name}`}
          onClick={() => onChange({ hidden: !tier.hidden })}
        >
          {tier.hidden ? <IconEyeOff {...icon} /> : <IconEye {...icon} />}
        </ActionIcon>
        <ActionIcon
          size={32}
          aria-label={t`Move ${name} up`}
          disabled={index === 0}
          onClick={() => onMove(index - 1)}
        >
          <IconArrowUp {...icon} />
        </ActionIcon>
        <ActionIcon
          size={32}
          aria-label={t`Move ${name} down`}
          disabled={index === count - 1}
          onClick={() => onMove(index + 1)}
        >
          <IconArrowDown {...icon} />
        </ActionIcon>
        {tier.sold === 0 && (
          <ActionIcon size={32} aria-label={t`Delete ${name}`} disabled={count === 1} onClick={onRemove}>
            <IconTrash {...icon} />
          </ActionIcon>
        )}
      </div>
      {hasWindow && (
        <div className={styles.tierWindow}>
          <DateTimeInput
            label={t`Starts`}
            value={tier.saleStartsAt}
            timezone={frame.timezone}
            onChange={(saleStartsAt) => onChange({ saleStartsAt })}
            error={error('saleStartsAt')}
          />
          <DateTimeInput
            label={t`Ends`}
            value={tier.saleEndsAt}
            timezone={frame.timezone}
            onChange={(saleEndsAt) => onChange({ saleEndsAt })}
            error={error('saleEndsAt')}
          />
        </div>
      )}
    </li>
  );
}
