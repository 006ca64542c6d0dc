import type { ReturnReason } from '@entrada/contract/insight/reports/returns';
import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { dayPoint } from '../../kit/charts/words.ts';
import { Figure, FigureStrip } from '../../kit/figures/strip.tsx';
import { some, useFigures } from '../parts/money.tsx';
import { Rows } from '../parts/rows.tsx';
import { ReportSection } from '../parts/section.tsx';
import type { Refunds } from '../reads/returns.ts';

const reasonNames: Record<ReturnReason, MessageDescriptor> = {
  requested: msg`Refunded by the team or by the policy`,
  provider: msg`Refunded at the provider`,
  by_hand: msg`Given back by hand`,
  dispute: msg`Dispute lost`,
};

/** What went back: why, and when. */
export function RefundReport({ report, currency }: { report: Refunds; currency: string }) {
  const { t, i18n } = useLingui();
  const { money, less, count } = useFigures(currency);
  const { total, reasons, days } = report;
  const refunds = t`${plural(total.refunds, { one: '# refund', other: '# refunds' })}`;
  const disputes = t`${plural(total.disputes, { one: '# dispute', other: '# disputes' })}`;
  const columns = <Row extends { count: number; amount: number }>() => [
    { key: 'count', header: t`Count`, cell: (row: Row) => some(row.count, count) },
    { key: 'amount', header: t`Amount`, cell: (row: Row) => less(row.amount), isMain: true },
  ];
  return (
    <>
      <FigureStrip isDense>
        <Figure label={<Trans>Refunds</Trans>} more={refunds}>
          {less(total.refunded)}
        </Figure>
        <Figure label={<Trans>Lost disputes</Trans>} more={disputes}>
          {less(total.lost)}
        </Figure>
        <Figure label={<Trans>Went back in all</Trans>}>{money(-total.refunded - total.lost)}</Figure>
        <Figure label={<Trans>Tickets cancelled</Trans>}>{count(total.cancelled)}</Figure>
      </FigureStrip>
      <ReportSection
        title={<Trans>By reason</Trans>}
        note={
          <Trans>Money that came twice or too late was never sold, so its way back is not listed here.</Trans>
        }
      >
        <Rows
          label={t`By reason`}
          head={{ header: t`Reason`, cell: ({ reason }) => i18n._(reasonNames[reason]) }}
          columns={columns<Refunds['reasons'][number]>()}
          rows={reasons}
          rowKey={({ reason }) => reason}
        />
      </ReportSection>
      {days.length > 0 && (
        <ReportSection title={<Trans>By day</Trans>}>
          <Rows
            label={t`By day`}
            head={{ header: t`Day`, cell: ({ day }) => dayPoint(day, i18n.locale).name }}
            columns={columns<Refunds['days'][number]>()}
            rows={days}
            rowKey={({ day }) => day}
          />
        </ReportSection>
      )}
    </>
  );
}
