import type { EventDetail } from '@entrada/contract/catalog/events';
import type { OutputOf } from '@entrada/contract/endpoint';
import { getEventAttention } from '@entrada/contract/insight/attention';
import { getEventStats } from '@entrada/contract/insight/dashboard';
import { getDoorDay } from '@entrada/contract/insight/door-day';
import { getEventFigures, getEventForecast } from '@entrada/contract/insight/figures';
import { listOrders } from '@entrada/contract/sales/orders';
import type { ClientLoaderFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { apiContext } from '../../platform/context.ts';
import { eventIdIn, eventParams, eventRead } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { daysBack, todayIn } from '../kit/period/days.ts';
import { pastEventsRead } from '../kit/period/past-events.ts';
import {
  type Answers,
  ensureRead,
  type Read,
  readAll,
  startReads,
  workspaceClient,
} from '../kit/reading/reads.ts';
import { type Choice, readChoice, showsDoor } from './choice.ts';

const recent = { per_page: '5', sort_by: 'created_at', sort_direction: 'desc' };

export type EventFigures = OutputOf<typeof getEventFigures>['data'];
export type Forecast = OutputOf<typeof getEventForecast>['data'];
export type DoorDay = OutputOf<typeof getDoorDay>['data'];
type Zoned = Pick<EventDetail, 'id' | 'timezone'>;
type Compared = Pick<Choice, 'pastEvent'>;

export const statsRead = (eventId: number): Read<OutputOf<typeof getEventStats>['data']> => ({
  queryKey: keys.stats(eventId),
  load: async (call, signal) => (await call(getEventStats, eventParams(eventId), { signal })).data,
});

export const attentionRead = (eventId: number): Read<OutputOf<typeof getEventAttention>['data']> => ({
  queryKey: keys.attention(eventId),
  load: async (call, signal) => (await call(getEventAttention, eventParams(eventId), { signal })).data,
});

export const recentOrdersRead = (eventId: number): Read<OutputOf<typeof listOrders>> => ({
  queryKey: keys.orderList(eventId, recent),
  load: (call, signal) => call(listOrders, { ...eventParams(eventId), query: recent }, { signal }),
});

/** The days of a range end today. The key names the range, so that a page that stays open goes on to the next day. */
export const figuresRead = ({ id, timezone }: Zoned, { range, pastEvent }: Choice): Read<EventFigures> => ({
  queryKey: keys.figures(id, { range, ...(pastEvent && { pastEvent }) }),
  load: async (call, signal) => {
    const today = todayIn(timezone);
    const query = {
      ...(range !== 'all' && { from: daysBack(today, Number(range) - 1), to: today }),
      ...(pastEvent && { past_event: pastEvent }),
    };
    return (await call(getEventFigures, { ...eventParams(id), query }, { signal })).data;
  },
});

export const forecastRead = ({ id }: Zoned, { pastEvent }: Compared): Read<Forecast> => ({
  queryKey: keys.forecast(id, pastEvent ? { pastEvent } : {}),
  load: async (call, signal) => {
    const query = pastEvent ? { past_event: pastEvent } : {};
    return (await call(getEventForecast, { ...eventParams(id), query }, { signal })).data;
  },
});

export const doorDayRead = ({ id }: Zoned): Read<DoorDay> => ({
  queryKey: keys.doorDay(id, 'today'),
  load: async (call, signal) => (await call(getDoorDay, { ...eventParams(id), query: {} }, { signal })).data,
});

/** What the page reads first: the sales, or on the day of the event its doors. */
function readsOf(event: EventDetail, search: URLSearchParams): Read[] {
  const choice = readChoice(search);
  if (showsDoor(event, choice, new Date())) return [doorDayRead(event), figuresRead(event, { range: '7' })];
  return [
    statsRead(event.id),
    attentionRead(event.id),
    recentOrdersRead(event.id),
    figuresRead(event, choice),
    forecastRead(event, choice),
    pastEventsRead(event.id),
  ];
}

const searchOf = (request: Request) => new URL(request.url).searchParams;

/** The event decides what is read. The layout says so if it does not exist. */
export async function readOnServer({ context, params, request }: LoaderFunctionArgs): Promise<Answers> {
  const call = context.get(apiContext);
  const [found] = (await readAll(call, [eventRead(eventIdIn(params))])).reads;
  return found ? readAll(call, readsOf(found.data as EventDetail, searchOf(request))) : { reads: [] };
}

export async function readInBrowser({ params, request, serverLoader }: ClientLoaderFunctionArgs) {
  const client = workspaceClient();
  if (!client) return serverLoader();
  void ensureRead(client, eventRead(eventIdIn(params))).then(
    (event) => startReads(client, readsOf(event, searchOf(request))),
    // The layout reads it as well and shows why it fails.
    () => undefined,
  );
  return null;
}
