import { LIMITS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, TextInput } from '@mantine/core';
import { IconCalendar, IconCalendarOff, IconDots, IconEye, IconEyeOff, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Space } from '../../ui/space.tsx';
import { DateTimeInput } from '../kit/fields/date-time-input.tsx';
import { LimitedInput } from '../kit/fields/limited-text.tsx';
import { MoneyInput } from '../kit/fields/money-input.tsx';
import { SaleEndNote } from '../kit/fields/sale-end-note.tsx';
import type { Frame } from '../kit/form/typed.ts';
import { Menu } from '../kit/menus/menu.tsx';
import type { RowSort } from '../kit/sortable/row.tsx';
import { Stock } from './stock.tsx';
import styles from './tickets.module.css';
import type { PriceValues } from './values.ts';

type TierProps = {
  frame: Frame;
  tier: PriceValues;
  /** The tier's label, or its number. */
  name: string;
  /** The path of the tier in the form: `prices.0`. */
  path: string;
  isOnly: boolean;
  errors: Record<string, string>;
  sort: RowSort;
  onChange: (change: Partial<PriceValues>) => void;
  onRemove: () => void;
};

const icon = { size: 18, stroke: 1.75 };

export function Tier({ frame, tier, name, path, isOnly, errors, sort, onChange, onRemove }: TierProps) {
  const { t } = useLingui();
  const [hasWindow, setWindow] = useState(tier.saleStartsAt !== '' || tier.saleEndsAt !== '');
  const error = (field: string) => errors[`${path}.${field}`];
  const toggleWindow = () => {
    if (hasWindow) onChange({ saleStartsAt: '', saleEndsAt: '' });
    setWindow(!hasWindow);
  };
  const toggleHidden = () => onChange({ hidden: !tier.hidden });
  const hasSales = tier.sold > 0 || tier.reserved > 0;
  return (
    <>
      <div className={styles.tierFields}>
        {sort.handle}
        <LimitedInput
          label={t`Label`}
          classNames={{ root: styles.tierName, label: styles.tierLabel }}
          limit={LIMITS.name}
          value={tier.label}
          onChange={(event) => onChange({ label: event.currentTarget.value })}
          error={error('label')}
        />
        <div className={styles.tierField}>
          <MoneyInput
            label={t`Price`}
            currency={frame.currency}
            value={tier.amount}
            onChange={(amount) => onChange({ amount })}
            error={error('amount')}
          />
        </div>
        <TextInput
          label={t`Quantity`}
          classNames={{ label: styles.tierLabel, input: styles.quantity }}
          inputMode="numeric"
          placeholder={t`No limit`}
          value={tier.quantity}
          onChange={(event) => onChange({ quantity: event.currentTarget.value })}
          error={error('quantity')}
        />
        <div className={styles.tierActions}>
          {hasSales || tier.hidden ? (
            <ActionIcon
              size={32}
              aria-label={tier.hidden ? t`Show ${name}` : t`Hide ${name}`}
              onClick={toggleHidden}
            >
              {tier.hidden ? <IconEyeOff {...icon} /> : <IconEye {...icon} />}
            </ActionIcon>
          ) : (
            <ActionIcon size={32} aria-label={t`Delete ${name}`} disabled={isOnly} onClick={onRemove}>
              <IconTrash {...icon} />
            </ActionIcon>
          )}
          <Menu position="bottom-end" width={210}>
            <Menu.Target>
              <ActionIcon size={32} aria-label={t`Actions for ${name}`}>
                <IconDots {...icon} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={hasWindow ? <IconCalendarOff {...icon} /> : <IconCalendar {...icon} />}
                onClick={toggleWindow}
              >
                {hasWindow ? <Trans>Remove sale dates</Trans> : <Trans>Set sale dates</Trans>}
              </Menu.Item>
              <Menu.Item
                leftSection={tier.hidden ? <IconEye {...icon} /> : <IconEyeOff {...icon} />}
                onClick={toggleHidden}
              >
                {tier.hidden ? <Trans>Show to buyers</Trans> : <Trans>Hide from buyers</Trans>}
              </Menu.Item>
              <Menu.Divider />
              {sort.moveItems}
              <Menu.Divider />
              <Menu.Item
                color="var(--bad-text)"
                leftSection={<IconTrash {...icon} />}
                disabled={hasSales || isOnly}
                onClick={onRemove}
              >
                <Trans>Delete tier</Trans>
              </Menu.Item>
              {hasSales && (
                <Menu.Label>
                  <Trans>It has sales. You can hide it.</Trans>
                </Menu.Label>
              )}
            </Menu.Dropdown>
          </Menu>
        </div>
      </div>
      <p className={styles.tierNote}>
        {tier.id !== null && <Stock price={tier} />}
        {tier.sold > 0 && (
          <>
            <Space />
            <Trans>You can hide a tier with sales, not delete it.</Trans>
          </>
        )}
        {tier.hidden && (
          <>
            <Space />
            <Trans>Hidden from buyers.</Trans>
          </>
        )}
      </p>
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
      <SaleEndNote saleStartsAt={tier.saleStartsAt} saleEndsAt={tier.saleEndsAt} />
    </>
  );
}
