type Counts = { orders: number; attendees: number; cancelled: number };
/** Minor units. */
type Money = { gross: number; net: number; refunded: number };

export type DigestData = {
  baseUrl: string;
  which: 'daily' | 'weekly';
  account: string;
  /** The zone of the account. */
  timeZone: string;
  /** Instants on the first and the last day of the period; the same day in a daily one. */
  firstDay: string;
  lastDay: string;
  counts: Counts & { before: Counts };
  /** One of each currency. */
  money: (Money & { currency: string; before: Money })[];
  events: {
    title: string;
    currency: string;
    orders: number;
    attendees: number;
    gross: number;
    url: string;
  }[];
  /** Events of the period that are not listed. */
  moreEvents: number;
  /** The events of the day or week that begins. */
  coming: { title: string; startsAt: string; timeZone: string; url: string }[];
  eventsUrl: string;
  settingsUrl: string;
  unsubscribeUrl: string;
};
