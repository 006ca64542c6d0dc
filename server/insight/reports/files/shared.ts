import type { OutputOf } from '@entrada/contract/endpoint';
import type { SourceKind } from '@entrada/contract/insight/figures';
import type { getEventCodeReport, getEventSourceReport } from '@entrada/contract/insight/reports/origins';
import type { getEventPayoutReport, ReturnReason } from '@entrada/contract/insight/reports/returns';
import type { getEventSalesReport } from '@entrada/contract/insight/reports/sales';
import type { getEventTaxReport } from '@entrada/contract/insight/reports/taxes';
import type { ExportWord, ExportWords } from '@entrada/documents/types';
import { methodName } from '../../../sales/order-views/exports/columns.ts';
import type { ReasonRow } from '../returned-queries.ts';
import {
  currencyColumn,
  dayColumn,
  lineColumns,
  money,
  plain,
  type Table,
  tableOf,
  taxColumns,
} from './tables.ts';

type DataOf<E> = OutputOf<E> extends { data: infer Data } ? Data : never;
/** A part of a report in one currency. An event has one part, an account one for each currency. */
type PartOf<E, Names extends keyof DataOf<E>> = { currency: string } & Pick<DataOf<E>, Names>;

const REASONS: Record<ReturnReason, ExportWord> = {
  requested: 'refundRequested',
  provider: 'refundedAtProvider',
  by_hand: 'refundedByHand',
  dispute: 'lostDispute',
};

const SOURCES: Record<SourceKind, ExportWord> = {
  affiliate: 'affiliate',
  campaign: 'campaign',
  referrer: 'otherSite',
  widget: 'widget',
  direct: 'directOrUnknown',
  by_hand: 'addedByTeam',
  other: 'otherSources',
};

export function dayTable(
  words: ExportWords,
  parts: readonly PartOf<typeof getEventSalesReport, 'days'>[],
): Table {
  const rows = parts.flatMap(({ currency, days }) => days.map((day) => ({ ...day, currency })));
  type Row = (typeof rows)[number];
  return tableOf<Row>(
    words.word('salesByDay'),
    [
      dayColumn<Row>(words),
      plain(words, 'orders', ({ orders }) => orders),
      plain(words, 'unitsSold', ({ sold }) => sold),
      ...lineColumns<Row>(words),
    ],
    rows,
  );
}

export function codeTable(
  words: ExportWords,
  parts: readonly PartOf<typeof getEventCodeReport, 'codes' | 'without'>[],
): Table {
  const rows = parts.flatMap(({ currency, codes, without }) => [
    ...codes.map((code) => ({ ...code, currency })),
    { ...without, code: words.word('noPromoCode'), eventTitle: '', discounts: 0, currency },
  ]);
  type Row = (typeof rows)[number];
  return tableOf<Row>(
    words.word('promoCodes'),
    [
      plain(words, 'promoCode', ({ code }) => code),
      plain(words, 'event', ({ eventTitle }) => eventTitle),
      plain(words, 'orders', ({ orders }) => orders),
      money(words, 'discounts', ({ discounts }) => discounts),
      money(words, 'paid', ({ paid }) => paid),
      currencyColumn(words),
    ],
    rows,
  );
}

export function sourceTable(
  words: ExportWords,
  parts: readonly PartOf<typeof getEventSourceReport, 'sources'>[],
): Table {
  const rows = parts.flatMap(({ currency, sources }) => sources.map((source) => ({ ...source, currency })));
  type Row = (typeof rows)[number];
  return tableOf<Row>(
    words.word('sources'),
    [
      plain(words, 'source', ({ kind }) => words.word(SOURCES[kind])),
      plain(words, 'name', ({ name }) => name),
      plain(words, 'medium', ({ medium }) => medium),
      plain(words, 'campaign', ({ campaign }) => campaign),
      plain(words, 'event', ({ eventTitle }) => eventTitle),
      plain(words, 'orders', ({ orders }) => orders),
      money(words, 'discounts', ({ discounts }) => discounts),
      money(words, 'paid', ({ paid }) => paid),
      currencyColumn(words),
    ],
    rows,
  );
}

export function taxTable(
  words: ExportWords,
  parts: readonly PartOf<typeof getEventTaxReport, 'charges' | 'untaxed'>[],
): Table {
  const rows = parts.flatMap(({ currency, charges, untaxed }) => [
    ...charges.map((charge) => ({ ...charge, charge, currency })),
    ...(untaxed.base === 0 && untaxed.baseRefunded === 0
      ? []
      : [{ ...untaxed, charge: null, collected: 0, refunded: 0, net: 0, currency }]),
  ]);
  return tableOf(words.word('taxesAndFees'), taxColumns(words), rows);
}

export const refundTable = (words: ExportWords, rows: ReasonRow[]): Table =>
  tableOf<ReasonRow>(
    words.word('refunds'),
    [
      dayColumn<ReasonRow>(words),
      plain(words, 'reason', ({ reason }) => words.word(REASONS[reason])),
      plain(words, 'count', ({ count }) => count),
      money(words, 'amount', ({ amount }) => amount),
      currencyColumn(words),
    ],
    rows,
  );

export function payoutTable(
  words: ExportWords,
  parts: readonly PartOf<typeof getEventPayoutReport, 'providers' | 'byHand'>[],
): Table {
  const rows = parts.flatMap(({ currency, providers, byHand }) => [
    ...providers.map(({ provider, ...one }) => ({
      ...one,
      name: methodName({ provider, cardBrand: null }, words.word) ?? provider,
      currency,
    })),
    ...(byHand.received === 0 && byHand.returned === 0
      ? []
      : [
          {
            name: words.word('paidByHand'),
            ...{ payments: null, charged: byHand.received, refunded: byHand.returned },
            ...{ lost: null, held: null, installationFee: null, due: null },
            currency,
          },
        ]),
  ]);
  type Row = (typeof rows)[number];
  return tableOf<Row>(
    words.word('payouts'),
    [
      plain(words, 'provider', ({ name }) => name),
      plain(words, 'payments', ({ payments }) => payments),
      money(words, 'charged', ({ charged }) => charged),
      money(words, 'refunded', ({ refunded }) => refunded),
      money(words, 'lostToDisputes', ({ lost }) => lost),
      money(words, 'heldForDisputes', ({ held }) => held),
      money(words, 'installationFee', ({ installationFee }) => installationFee),
      money(words, 'due', ({ due }) => due),
      currencyColumn(words),
    ],
    rows,
  );
}
