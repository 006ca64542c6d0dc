import type { EventDetail } from '@entrada/contract/catalog/events';
import { formatMoney } from '@entrada/contract/money';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatCount } from '../../../platform/i18n/format.ts';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { Progress } from '../../../ui/notices/progress.tsx';
import { KeptFigures } from '../../kit/figures/kept.tsx';
import { Difference, Figure, FigureStrip, NowDot } from '../../kit/figures/strip.tsx';
import { useKeptRead } from '../../kit/reading/kept-read.ts';
import { useRead } from '../../kit/reading/reads.ts';
import { useChoice } from '../choice.ts';
import { type EventFigures, figuresRead, statsRead } from '../reads.ts';
import { hasGrowth } from './growth.ts';

/** The four main figures of an event, in all, and how the chosen days compare with those before. */
export function Kpis({ event }: { event: EventDetail }) {
  const { t, i18n } = useLingui();
  const query = useRead(statsRead(event.id));
  const days = useKeptRead(figuresRead(event, useChoice().choice)).data;
  const count = (value: number) => formatCount(value, i18n.locale);
  return (
    <KeptFigures query={query} timezone={event.timezone} skeleton={<Waiting />}>
      {(stats) => {
        const money = (minor: number) =>
          formatMoney({ minor, currency: stats.currency, locale: languageTag(i18n.locale) });
        const total = stats.ticketsTotal;
        const totalCount = total === null ? '' : count(total);
        const rest = money(stats.paidTotal - stats.refundedTotal);
        const gone = money(stats.refundedTotal);
        return (
          <FigureStrip>
            <Figure
              label={<Trans>Gross sales</Trans>}
              more={
                <>
                  {stats.refundedTotal > 0 && (
                    <span>
                      {stats.lostToDisputes > 0 ? (
                        <Trans>
                          {rest} after {gone} of refunds and lost disputes
                        </Trans>
                      ) : (
                        <Trans>
                          {rest} after {gone} of refunds
                        </Trans>
                      )}
                    </span>
                  )}
                  {hasGrowth(event, stats.paidTotal) && <Compared days={days} of="gross" />}
                </>
              }
            >
              {money(stats.paidTotal)}
            </Figure>
            <Figure
              label={<Trans>Tickets sold</Trans>}
              more={<Progress label={t`Tickets sold`} value={stats.ticketsSold} max={total} isKey />}
            >
              {count(stats.ticketsSold)}{' '}
              {total !== null && (
                <small>
                  <Trans>of {totalCount}</Trans>
                </small>
              )}
            </Figure>
            <Figure
              label={<Trans>Orders</Trans>}
              more={hasGrowth(event, stats.ordersCompleted) && <Compared days={days} of="orders" />}
            >
              {count(stats.ordersCompleted)}
            </Figure>
            <PageNow days={days} />
          </FigureStrip>
        );
      }}
    </KeptFigures>
  );
}

function Waiting() {
  return (
    <FigureStrip>
      <Figure label={<Trans>Gross sales</Trans>}>{null}</Figure>
      <Figure label={<Trans>Tickets sold</Trans>}>{null}</Figure>
      <Figure label={<Trans>Orders</Trans>}>{null}</Figure>
      <PageNow days={undefined} />
    </FigureStrip>
  );
}

/** The chosen days beside as many days before them. */
function Compared({ days, of }: { days: EventFigures | undefined; of: 'gross' | 'orders' }) {
  const { t } = useLingui();
  if (!days?.before) return null;
  const length = days.days.length;
  return (
    <Difference value={days.figures[of]} before={days.before.figures[of]}>
      {t`${plural(length, { one: 'vs the day before', other: 'vs # days before' })}`}
    </Difference>
  );
}

function PageNow({ days }: { days: EventFigures | undefined }) {
  const { t, i18n } = useLingui();
  const count = (value: number) => formatCount(value, i18n.locale);
  const views = days?.figures.views ?? 0;
  const orders = days?.figures.ownOrders ?? 0;
  const length = days?.days.length ?? 0;
  const viewed = t`${plural(views, { one: '# view', other: '# views' })}`;
  const ordered = t`${plural(orders, { one: '# order', other: '# orders' })}`;
  const inDays = t`${plural(length, { one: 'in one day', other: 'in # days' })}`;
  return (
    <Figure
      label={
        <>
          <NowDot />
          <Trans>On the page now</Trans>
        </>
      }
      more={
        days && (
          <span>
            <Trans>
              {viewed} {inDays}, {ordered}
            </Trans>
          </span>
        )
      }
    >
      {days && count(days.now.visitors)}
    </Figure>
  );
}
