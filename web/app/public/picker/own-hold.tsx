import type { PublicEvent } from '@entrada/contract/catalog/shop';
import { Trans, useLingui } from '@lingui/react/macro';
import { type SubmitEvent, useEffect, useState } from 'react';
import { dropDetails } from '../../platform/details-draft.ts';
import { formatCountdown } from '../../platform/i18n/format.ts';
import { useTimeLeft } from '../../platform/use-time-left.ts';
import { Button, buttonClass } from '../../ui/buttons/button.tsx';
import type { PickerPage } from './state.ts';
import styles from './ticket-picker.module.css';

type OwnHoldProps = { hold: NonNullable<PublicEvent['hold']>; page: PickerPage; onEnd: () => void };

const STEPS = { details: 'details', payment: 'payment', processing: 'payment_return' } as const;

/** The visitor's unfinished order: the time left, the way on, and the way out. All of it works without scripts. */
export function OwnHold({ hold, page, onEnd }: OwnHoldProps) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const left = useTimeLeft(hold.secondsLeft, hold) ?? 0;
  const time = formatCountdown(left);
  const isOver = left <= 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end happens once
  useEffect(() => {
    if (!isOver) return;
    dropDetails();
    onEnd();
  }, [isOver]);
  const path = `/checkout/${page.event.id}/${hold.orderShortId}/`;
  const target = page.frame?.target;
  // The first press asks, the second one sends the form.
  const confirm = (event: SubmitEvent<HTMLFormElement>) => {
    if (isAsking) return dropDetails();
    event.preventDefault();
    setAsking(true);
  };
  return (
    <section className={styles.hold} data-own-hold aria-label={t`Your unfinished order`}>
      <p role={isAsking ? 'alert' : undefined}>
        {isAsking ? (
          <Trans>The order ends at once, and what it holds may be sold to somebody else.</Trans>
        ) : hold.step === 'processing' ? (
          <Trans>The payment of your order is being processed.</Trans>
        ) : (
          <Trans>
            You have an unfinished order, <b className="num">{time}</b> left.
          </Trans>
        )}
      </p>
      <form method="post" action={`${path}details`} target={target} onSubmit={confirm}>
        <input type="hidden" name="intent" value="cancel" />
        <input type="hidden" name="back" value={page.path} />
        <a className={buttonClass({ variant: 'ink' })} href={path + STEPS[hold.step]} target={target}>
          <Trans>Continue your order</Trans>
        </a>
        {hold.step !== 'processing' && (
          <Button type="submit" variant={isAsking ? 'danger' : 'default'}>
            <Trans>Give it up</Trans>
          </Button>
        )}
      </form>
    </section>
  );
}
