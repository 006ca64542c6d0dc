import { HOLD } from '@entrada/contract/constants';
import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconClock } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useFetcher, useRevalidator } from 'react-router';
import { dropDetails } from '../../platform/details-draft.ts';
import { formatCountdown } from '../../platform/i18n/format.ts';
import { useTimeLeft } from '../../platform/use-time-left.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog } from '../../ui/notices/dialog.tsx';
import { HoldAgain } from '../again/hold-again.tsx';
import styles from './clock.module.css';
import { stepPath } from './paths.ts';

const extensionMinutes = HOLD.extensionSeconds / 60;

/** The time left of the hold: the figure, the burning line, the offer of more time, and the end. */
export function Clock({ order }: { order: BuyerOrder }) {
  const left = useTimeLeft(order.secondsLeft, order) ?? 0;
  const extension = useFetcher();
  useFreshOnReturn();
  const isOver = left <= 0;
  useEffect(() => {
    // The form still has it. It is kept again only for an order that takes this one's place.
    if (isOver) dropDetails();
  }, [isOver]);
  const share = Math.min(1, left / Math.max(1, order.holdSeconds));
  const isShort = left > 0 && left <= HOLD.warnSeconds;
  const time = formatCountdown(left);
  return (
    <>
      <div className={styles.clock} role="timer">
        <IconClock size={18} stroke={1.75} aria-hidden="true" />
        <b className="num">{time}</b>
        <span className="visually-hidden-if-narrow">
          <Trans>left to finish</Trans>
        </span>
      </div>
      <div className={styles.line} aria-hidden="true">
        <i style={{ width: `${share * 100}%` }} />
      </div>
      {isShort && (
        <div className={styles.warning} role="status" data-hold-warning>
          <span>
            <Trans>Your order is held for less than two minutes more.</Trans>
          </span>
          {order.canExtend && (
            <extension.Form method="post" action={stepPath(order, 'details')} preventScrollReset>
              <input type="hidden" name="intent" value="extend" />
              <Button type="submit" size="sm" loading={extension.state !== 'idle'}>
                <Plural value={extensionMinutes} one="Add # minute" other="Add # minutes" />
              </Button>
            </extension.Form>
          )}
        </div>
      )}
      <Announcement left={left} />
      <Dialog
        isOpen={isOver}
        title={<Trans>The time for this order ran out</Trans>}
        actions={<HoldAgain order={order} />}
      >
        <Trans>Your order is no longer held. Nothing was charged.</Trans>
      </Dialog>
    </>
  );
}

/** Announced at five minutes and at one minute, not every second. */
function Announcement({ left }: { left: number }) {
  const { t } = useLingui();
  const minutes = left > 0 && left <= 60 ? 1 : left > 240 && left <= 300 ? 5 : 0;
  return (
    <p className="visually-hidden" role="status">
      {minutes > 0 &&
        t`${plural(minutes, { one: '# minute left to finish the order', other: '# minutes left to finish the order' })}`}
    </p>
  );
}

/** Loads the order again if the page was in the background for more than 30 seconds. */
function useFreshOnReturn(): void {
  const { revalidate } = useRevalidator();
  const hiddenAt = useRef<number | null>(null);
  useEffect(() => {
    const onChange = () => {
      if (document.visibilityState === 'hidden') hiddenAt.current = Date.now();
      else if (hiddenAt.current !== null && Date.now() - hiddenAt.current > 30_000) void revalidate();
    };
    const onShow = (event: PageTransitionEvent) => event.persisted && void revalidate();
    document.addEventListener('visibilitychange', onChange);
    window.addEventListener('pageshow', onShow);
    return () => {
      document.removeEventListener('visibilitychange', onChange);
      window.removeEventListener('pageshow', onShow);
    };
  }, [revalidate]);
}
