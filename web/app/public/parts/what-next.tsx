import {
  listPublicOrganizerEvents,
  type PublicEvent,
  type PublicEventCard,
} from '@entrada/contract/catalog/shop';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { CallApi } from '../../platform/api/endpoint-call.ts';
import { EventDate, EventState } from './event-card.tsx';
import styles from './what-next.module.css';

const SHOWN = 3;
/** Among so many of the next events. */
const READ = 12;

/** Why nothing of this event can be bought any more. Null while something can, now or later. */
function endOf(event: PublicEvent): Next['end'] | null {
  if (event.isCalledOff) return 'called_off';
  if (event.lifecycle === 'ended') return 'ended';
  const prices = event.tickets.flatMap((ticket) => ticket.prices);
  const isOver = prices.every(({ availability }) => availability === 'sold_out' || availability === 'ended');
  return prices.length > 0 && isOver && !event.hold && !event.isPreview ? 'sold_out' : null;
}

export type Next = { end: 'called_off' | 'ended' | 'sold_out'; events: PublicEventCard[] };

/**
 * The next events of an organizer for a visitor who can buy nothing here, sold-out ones last. Null if this event still sells.
 */
export async function findNext(call: CallApi, event: PublicEvent): Promise<Next | null> {
  const end = endOf(event);
  if (!end) return null;
  const { data } = await call(listPublicOrganizerEvents, {
    params: { organizerId: String(event.organizer.id) },
    query: { 'filter_fields[state][eq]': 'upcoming', per_page: String(READ) },
  });
  const others = data.filter(({ id, isCalledOff }) => id !== event.id && !isCalledOff);
  const isGone = (one: PublicEventCard) => one.availability === 'sold_out';
  const events = [...others.filter((one) => !isGone(one)), ...others.filter(isGone)].slice(0, SHOWN);
  return { end, events };
}

/** In the place of the total: what else the organizer offers, and the way to all events. */
export function WhatNext({ event, next }: { event: PublicEvent; next: Next }) {
  const { organizer } = event;
  return (
    <aside className={styles.next} aria-labelledby="what-next">
      <h2 id="what-next">
        {next.end === 'called_off' ? (
          <Trans>This event was called off</Trans>
        ) : next.end === 'ended' ? (
          <Trans>This event is over</Trans>
        ) : (
          <Trans>All tickets are gone</Trans>
        )}
      </h2>
      {next.events.length > 0 ? (
        <>
          <p>
            <Trans>Next from {organizer.name}:</Trans>
          </p>
          <ul>
            {next.events.map((one) => (
              <li key={one.id}>
                <Link className="link" to={one.path} reloadDocument>
                  {one.title}
                </Link>
                <EventDate event={one} />
                <EventState event={one} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>
          <Trans>{organizer.name} has no other event on sale at the moment.</Trans>
        </p>
      )}
      <p className={styles.ways}>
        <Link className="link" to={`/${organizer.slug}`}>
          <Trans>More from {organizer.name}</Trans>
        </Link>
        <Link className="link" to="/event">
          <Trans>All events</Trans>
        </Link>
      </p>
    </aside>
  );
}
