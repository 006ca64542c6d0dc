import type { EventDetail } from '@entrada/contract/catalog/events';
import { checklistSteps } from '../../kit/data/event.ts';
import { useRead } from '../../kit/reading/reads.ts';
import styles from '../dashboard.module.css';
import { attentionRead } from '../reads.ts';
import { ForecastCell } from './forecast.tsx';
import { Kpis } from './kpis.tsx';
import { NeedsAttention } from './needs-attention.tsx';
import { NextSteps } from './next-steps.tsx';
import { SalesOverTime } from './over-time.tsx';
import { PageNow } from './page-now.tsx';
import { RecentOrders } from './recent-orders.tsx';
import { Sources } from './sources.tsx';
import { TicketsByType } from './tickets-by-type.tsx';

/** The dashboard before and after the event: what was sold, what is to be expected, and what waits for a person. */
export function SalesView({ event }: { event: EventDetail }) {
  const { data: attention, isError } = useRead(attentionRead(event.id));
  const waits = isError || (attention && attention.items.length + attention.stock.length > 0);
  const isComplete = checklistSteps(event.checklist).every((step) => step.isDone);
  const hasSteps = !isComplete && event.status !== 'archived' && !event.settings.hideGettingStarted;
  // One beside each row, as they are there. The last row takes the rest.
  const [first, second, ...rest] = [
    waits && <NeedsAttention key="attention" event={event} />,
    hasSteps && <NextSteps key="steps" event={event} />,
    <TicketsByType key="tickets" eventId={event.id} />,
    <PageNow key="now" event={event} />,
  ].filter(Boolean);
  return (
    <>
      <Kpis event={event} />
      <div className={styles.row}>
        <SalesOverTime event={event} />
        <div className={styles.side}>{first}</div>
      </div>
      <div className={styles.row}>
        <div className={styles.halves}>
          <ForecastCell event={event} />
          <Sources event={event} />
        </div>
        <div className={styles.side}>{second}</div>
      </div>
      <div className={styles.row}>
        <RecentOrders event={event} />
        <div className={styles.side}>{rest}</div>
      </div>
    </>
  );
}
