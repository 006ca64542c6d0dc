import { useSession } from '../../kit/data/session.ts';
import { KeptFigures } from '../../kit/figures/kept.tsx';
import { useKeptRead } from '../../kit/reading/kept-read.ts';
import type { At } from '../address.ts';
import { LinesSkeleton } from '../parts/skeletons.tsx';
import { accountCodesRead, accountSourcesRead } from '../reads/origins.ts';
import type { AccountSales } from '../reads/sales.ts';
import { ByCode } from './by-code.tsx';
import { ByDay } from './by-day.tsx';
import { BySource } from './by-source.tsx';

export type AccountLinesProps = {
  sales: AccountSales['currencies'][number];
  hasMoney: boolean;
  days: { from: string; to: string };
  at: At;
};

/** The sales of one currency by anything but its events. */
export function AccountLines({ sales, hasMoney, days, at }: AccountLinesProps) {
  switch (at.by) {
    case 'code':
      return <Codes sales={sales} hasMoney={hasMoney} days={days} at={at} />;
    case 'source':
      return <Sources sales={sales} hasMoney={hasMoney} days={days} at={at} />;
    default:
      return <ByDay report={{ ...sales, hasMoney }} step={at.step ?? 'day'} />;
  }
}

function Codes({ sales: { currency }, hasMoney, days, at }: AccountLinesProps) {
  const { timezone } = useSession().me.account;
  const query = useKeptRead(accountCodesRead(timezone, at));
  return (
    <KeptFigures query={query} timezone={timezone} skeleton={<LinesSkeleton />}>
      {({ currencies }) => {
        const report = currencies.find((one) => one.currency === currency);
        return report && <ByCode currency={currency} hasMoney={hasMoney} days={days} report={report} />;
      }}
    </KeptFigures>
  );
}

function Sources({ sales: { currency }, hasMoney, days, at }: AccountLinesProps) {
  const { timezone } = useSession().me.account;
  const query = useKeptRead(accountSourcesRead(timezone, at));
  return (
    <KeptFigures query={query} timezone={timezone} skeleton={<LinesSkeleton />}>
      {({ currencies }) => {
        const report = currencies.find((one) => one.currency === currency);
        return report && <BySource currency={currency} hasMoney={hasMoney} days={days} report={report} />;
      }}
    </KeptFigures>
  );
}
