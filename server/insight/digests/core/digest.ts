/** What happened to one event in a period, or in the one before it. Minor units. */
export type EventSum = {
  id: number;
  title: string;
  currency: string;
  isBefore: boolean;
  orders: number;
  gross: number;
  net: number;
  refunded: number;
  tickets: number;
  cancelled: number;
};

type Money = { gross: number; net: number; refunded: number };
type Counts = { orders: number; attendees: number; cancelled: number };

export type Sums = {
  counts: Counts & { before: Counts };
  /** One of each currency: amounts in several are never added up. */
  money: (Money & { currency: string; before: Money })[];
  /** The events of the period itself, the one with the most orders first. */
  events: { id: number; title: string; currency: string; orders: number; attendees: number; gross: number }[];
  /** Whether anything happened in the period itself. */
  isAny: boolean;
};

const sum = <Key extends keyof EventSum>(rows: readonly EventSum[], key: Key): number =>
  rows.reduce((all, row) => all + Number(row[key]), 0);
const countsOf = (rows: readonly EventSum[]): Counts => ({
  orders: sum(rows, 'orders'),
  attendees: sum(rows, 'tickets'),
  cancelled: sum(rows, 'cancelled'),
});
const moneyOf = (rows: readonly EventSum[]): Money => ({
  gross: sum(rows, 'gross'),
  net: sum(rows, 'net'),
  refunded: sum(rows, 'refunded'),
});

const hasHappened = ({ orders, gross, refunded, tickets, cancelled }: EventSum): boolean =>
  [orders, gross, refunded, tickets, cancelled].some((figure) => figure !== 0);

/** Adds up the events of a period and of the one before it. Pure. */
export function sumsOf(rows: readonly EventSum[]): Sums {
  const now = rows.filter((row) => !row.isBefore && hasHappened(row));
  const before = rows.filter((row) => row.isBefore);
  const currencies = [...new Set([...now, ...before].map((row) => row.currency))].toSorted();
  return {
    counts: { ...countsOf(now), before: countsOf(before) },
    money: currencies.map((currency) => {
      const of = (all: readonly EventSum[]) => moneyOf(all.filter((row) => row.currency === currency));
      return { currency, ...of(now), before: of(before) };
    }),
    events: now
      .toSorted((a, b) => b.orders - a.orders || b.tickets - a.tickets || a.id - b.id)
      .map(({ id, title, currency, orders, tickets, gross }) => ({
        id,
        title,
        currency,
        orders,
        attendees: tickets,
        gross,
      })),
    isAny: now.length > 0,
  };
}
