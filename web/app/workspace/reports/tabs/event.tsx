import type { EventDetail } from '@entrada/contract/catalog/events';
import type { ReactNode } from 'react';
import { KeptFigures } from '../../kit/figures/kept.tsx';
import { useKeptRead } from '../../kit/reading/kept-read.ts';
import type { Read } from '../../kit/reading/reads.ts';
import type { At, Tab } from '../address.ts';
import { StripSkeleton } from '../parts/skeletons.tsx';
import { attendanceRead } from '../reads/people.ts';
import { payoutsRead, refundsRead } from '../reads/returns.ts';
import { taxesRead } from '../reads/taxes.ts';
import { AttendanceReport } from './attendance.tsx';
import { PayoutReport } from './payouts.tsx';
import { RefundReport } from './refunds.tsx';
import { TaxReport } from './taxes.tsx';

export type OtherTabProps = { event: EventDetail; tab: Exclude<Tab, 'sales'>; at: At };

/** A report of an event beside its sales. */
export function OtherTab({ event, tab, at }: OtherTabProps) {
  switch (tab) {
    case 'taxes':
      return (
        <Report key={tab} event={event} read={taxesRead(event, at)}>
          {(report) => <TaxReport report={report} currency={report.currency} />}
        </Report>
      );
    case 'refunds':
      return (
        <Report key={tab} event={event} read={refundsRead(event, at)}>
          {(report) => <RefundReport report={report} currency={report.currency} />}
        </Report>
      );
    case 'payouts':
      return (
        <Report key={tab} event={event} read={payoutsRead(event, at)}>
          {(report) => <PayoutReport report={report} currency={report.currency} />}
        </Report>
      );
    case 'attendance':
      return (
        <Report key={tab} event={event} read={attendanceRead(event, at)}>
          {(report) => <AttendanceReport report={report} />}
        </Report>
      );
  }
}

type ReportProps<T> = { event: EventDetail; read: Read<T>; children: (report: T) => ReactNode };

function Report<T>({ event, read, children }: ReportProps<T>) {
  return (
    <KeptFigures query={useKeptRead(read)} timezone={event.timezone} skeleton={<StripSkeleton />}>
      {children}
    </KeptFigures>
  );
}
