import type { EventReportFile } from '@entrada/contract/insight/reports/files';
import type { ExportWords } from '@entrada/documents/types';
import type { Ctx } from '../../../platform/context.ts';
import { clockColumns } from '../../../platform/lists/value-columns.ts';
import { getEventCodes, getEventSources } from '../origins.ts';
import { getEventAnswers, getEventAttendance } from '../people.ts';
import { findEntryTimes } from '../people-queries.ts';
import { findReasons } from '../returned-queries.ts';
import { getEventPayouts } from '../returns.ts';
import { getEventSales } from '../sales.ts';
import { type Days, eventSpan } from '../span.ts';
import { getEventTaxes } from '../taxes.ts';
import { codeTable, dayTable, payoutTable, refundTable, sourceTable, taxTable } from './shared.ts';
import { lineColumns, money, plain, type Table, tableOf } from './tables.ts';

/** What a file of an event is asked for. `questionId` is of the answers only. */
export type EventAsked = Days & { eventId: number; questionId: number | null };

type Make = (ctx: Ctx, asked: EventAsked, words: ExportWords) => Promise<Table>;

const sales = (ctx: Ctx, { eventId, from, to }: EventAsked) =>
  getEventSales(ctx, eventId, { from, to, pastEventId: null });

/** What makes each file of an event. All throw NOT_FOUND and VALIDATION_FAILED as their reports do. */
export const EVENT_FILES: Record<EventReportFile, Make> = {
  days: async (ctx, asked, words) => {
    const { currency, days } = await sales(ctx, asked);
    return dayTable(words, [{ currency, days }]);
  },
  tickets: async (ctx, asked, words) => {
    const { currency, tickets } = await sales(ctx, asked);
    const rows = tickets.map((ticket) => ({ ...ticket, currency }));
    type Row = (typeof rows)[number];
    return tableOf<Row>(
      words.word('tickets'),
      [
        plain(words, 'ticket', ({ ticketId, name }) =>
          ticketId === null ? words.word('beyondTickets') : name,
        ),
        plain(words, 'priceTier', ({ priceLabel }) => priceLabel),
        money(words, 'price', ({ price }) => price),
        plain(words, 'unitsSold', ({ sold }) => sold),
        plain(words, 'cancelledTickets', ({ cancelled }) => cancelled),
        ...lineColumns<Row>(words),
      ],
      rows,
    );
  },
  'promo-codes': async (ctx, { eventId, ...days }, words) =>
    codeTable(words, [await getEventCodes(ctx, eventId, days, Number.POSITIVE_INFINITY)]),
  sources: async (ctx, { eventId, ...days }, words) =>
    sourceTable(words, [await getEventSources(ctx, eventId, days, Number.POSITIVE_INFINITY)]),
  answers: async (ctx, { eventId, ...asked }, words) => {
    const { currency, question, answers, unanswered } = await getEventAnswers(ctx, eventId, asked);
    const rows = [...answers, ...(unanswered ? [{ answer: words.word('noAnswer'), ...unanswered }] : [])].map(
      (row) => ({ ...row, currency }),
    );
    type Row = (typeof rows)[number];
    return tableOf<Row>(
      words.word('answers'),
      [
        { header: question?.title ?? words.word('answer'), value: ({ answer }) => answer },
        plain(words, 'orders', ({ orders }) => orders),
        plain(words, 'unitsSold', ({ sold }) => sold),
        money(words, 'paid', ({ paid }) => paid),
        plain(words, 'currency', (row) => row.currency),
      ],
      rows,
    );
  },
  taxes: async (ctx, { eventId, ...days }, words) =>
    taxTable(words, [await getEventTaxes(ctx, eventId, days)]),
  refunds: async (ctx, { eventId, ...days }, words) =>
    refundTable(words, await findReasons(ctx.db, await eventSpan(ctx, eventId, days))),
  payouts: async (ctx, { eventId, ...days }, words) =>
    payoutTable(words, [await getEventPayouts(ctx, eventId, days)]),
  attendance: async (ctx, { eventId, ...days }, words) => {
    const { lists, timezone } = await getEventAttendance(ctx, eventId, days);
    type Row = (typeof lists)[number];
    const timeColumn = clockColumns(words, timezone);
    return tableOf<Row>(
      words.word('checkIns'),
      [
        plain(words, 'checkInList', ({ name }) => name),
        plain(words, 'attendees', ({ attendees }) => attendees),
        plain(words, 'people', ({ people }) => people),
        plain(words, 'entries', ({ entries }) => entries),
        timeColumn('firstEntry', ({ firstAt }) => (firstAt === null ? null : new Date(firstAt))),
        timeColumn('lastEntry', ({ lastAt }) => (lastAt === null ? null : new Date(lastAt))),
      ],
      lists,
    );
  },
  'attendance-times': async (ctx, { eventId, ...days }, words) => {
    const rows = await findEntryTimes(ctx.db, await eventSpan(ctx, eventId, days));
    type Row = (typeof rows)[number];
    return tableOf<Row>(
      words.word('entries'),
      [
        { header: words.word('day'), as: 'date', value: ({ day }) => day },
        plain(words, 'timeOfDay', ({ at }) => at),
        plain(words, 'checkInList', ({ list }) => list),
        plain(words, 'entries', ({ entries }) => entries),
      ],
      rows,
    );
  },
};
