import type { Refund } from '@entrada/contract/sales/refunds';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../platform/api/error.ts';
import { Skeleton } from '../../ui/notices/skeleton.tsx';
import { useEvent } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { useSession } from '../kit/data/session.ts';
import { NeighbourButtons } from '../kit/dialogs/neighbour-buttons.tsx';
import { SideDrawer } from '../kit/dialogs/side-drawer.tsx';
import { LoadFailed } from '../kit/display/load-failed.tsx';
import type { Neighbours } from '../kit/list/use-neighbours.ts';
import { CompletedFooter } from './actions/completed-footer.tsx';
import { OfflineFooter } from './actions/offline-footer.tsx';
import { loadOrder, type OrderView } from './api.ts';
import styles from './drawer.module.css';
import { RefundDialog } from './refunds/dialog.tsx';
import { useRefundNews } from './refunds/use-news.ts';
import { OrderSections } from './sections.tsx';

/** A new refund is usually decided within seconds, an older one within days. A bank may still send it back. */
const SOON_MS = 2_000;
const LATER_MS = 20_000;
const SOON_FOR_MS = 120_000;
const LATER_FOR_MS = 900_000;

/** After this time, a closed dialog has returned the focus. */
const FOCUS_RETURNED_MS = 60;

const DOUBLE_CLICK_MS = 500;

/** The time until the refunds are read again. False once they are decided and old. */
function nextLook(view: OrderView | undefined): number | false {
  const open = view?.money.refunds.filter(({ status }) => status !== 'failed') ?? [];
  const isNewerThan = (age: number) => (at: { createdAt: string }) =>
    Date.now() - Date.parse(at.createdAt) < age;
  const pending = open.filter(({ status }) => status === 'pending');
  if (pending.some(isNewerThan(SOON_FOR_MS))) return SOON_MS;
  return pending.length > 0 || open.some(isNewerThan(LATER_FOR_MS)) ? LATER_MS : false;
}

/** The drawer of one order: buyer, tickets, payment, refunds and history. */
export function OrderDrawer({
  which,
  neighbours,
  close,
}: {
  which: string;
  neighbours: Neighbours;
  close: () => void;
}) {
  const { t } = useLingui();
  const event = useEvent();
  const mayRefund = useSession().may('orders.write');
  const orderId = /^[1-9]\d{0,14}$/.test(which) ? Number(which) : null;
  const { data, isError, error, refetch } = useQuery({
    queryKey: keys.order(event.id, orderId ?? 0),
    queryFn: ({ signal }) => {
      if (orderId === null) throw new ApiError({ status: 404, code: 'NOT_FOUND' });
      return loadOrder(event.id, orderId, signal);
    },
    refetchInterval: ({ state }) => nextLook(state.data),
  });
  const [refunding, setRefunding] = useState<{ again: Refund | null } | null>(null);
  /** The order whose buyer is edited, and whether that begins at the email address. */
  const [edited, setEdited] = useState<{ orderId: number; startsAtEmail: boolean } | null>(null);
  useRefundNews(event.id, data);
  const region = useRef<HTMLElement>(null);
  /** Focuses the drawer, because the button that opened the dialog is now disabled. */
  const showOutcome = () => setTimeout(() => region.current?.focus(), FOCUS_RETURNED_MS);
  const begin = (again: Refund | null) => setRefunding({ again });
  /**
   * The second click of a double click on the dialog's button hits whatever lies behind the dialog. It must not close
   * the drawer.
   */
  const [isJustBack, setJustBack] = useState(false);
  const endRefunding = () => {
    setRefunding(null);
    setJustBack(true);
    setTimeout(() => setJustBack(false), DOUBLE_CLICK_MS);
  };
  return (
    <SideDrawer
      opened
      onClose={close}
      title={
        data ? (
          <Trans>
            Order <span className="reference">{data.order.reference}</span>
          </Trans>
        ) : (
          t`Order`
        )
      }
      closeOnEscape={refunding === null}
      closeOnClickOutside={refunding === null && !isJustBack}
      returnFocus={false}
      startsAtClose={neighbours.last === null}
      beside={
        <NeighbourButtons {...neighbours} labels={{ previous: t`Previous order`, next: t`Next order` }} />
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be in reach of the keyboard */}
      <section key={which} ref={region} className={styles.scroll} aria-label={t`Order`} tabIndex={0}>
        {isError && <LoadFailed error={error} retry={() => void refetch()} />}
        {!data && !isError && <Loading />}
        {data && (
          <OrderSections
            view={data}
            eventId={event.id}
            timezone={event.timezone}
            mayEdit={mayRefund}
            onTryAgain={mayRefund ? (failed) => begin(failed) : null}
            edited={mayRefund && edited?.orderId === data.order.id ? edited : null}
            edit={(startsAtEmail = false) => setEdited({ orderId: data.order.id, startsAtEmail })}
            endEdit={() => setEdited(null)}
          />
        )}
      </section>
      {data &&
        mayRefund &&
        (data.order.offline?.isAwaited ? (
          <OfflineFooter view={data} eventId={event.id} onDone={showOutcome} />
        ) : (
          <CompletedFooter view={data} eventId={event.id} onRefund={() => begin(null)} onDone={showOutcome} />
        ))}
      {data && mayRefund && (
        <RefundDialog
          view={data}
          eventId={event.id}
          opened={refunding !== null}
          again={refunding?.again ?? null}
          close={endRefunding}
          onRefunded={showOutcome}
        />
      )}
    </SideDrawer>
  );
}

function Loading() {
  const { t } = useLingui();
  return (
    <div className={styles.loading} role="status" aria-label={t`Loading`}>
      <Skeleton width="44%" height={22} />
      {['70%', '82%', '58%', '64%'].map((width) => (
        <Skeleton key={width} width={width} height={14} />
      ))}
      <Skeleton height={196} />
      <Skeleton width="36%" height={18} />
      <Skeleton height={48} />
    </div>
  );
}
