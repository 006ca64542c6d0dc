import { Plural, Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useNewOrderCount } from './store.ts';

/** A screen reader is not told more often. */
const BETWEEN_MS = 10_000;
/** The list shows them by then. */
const FIRST_MS = 1_000;

/** Tells screen readers of orders that came to this event. What is seen is the mark of each row. */
export function NewOrders({ eventId }: { eventId: number }) {
  const count = useNewOrderCount(eventId);
  const said = useRef({ count, at: Number.NEGATIVE_INFINITY });
  const [news, setNews] = useState(0);
  useEffect(() => {
    if (count === said.current.count) return;
    const waitMs = Math.max(FIRST_MS, said.current.at + BETWEEN_MS - performance.now());
    const timer = setTimeout(() => {
      setNews(count - said.current.count);
      said.current = { count, at: performance.now() };
    }, waitMs);
    return () => clearTimeout(timer);
  }, [count]);
  return (
    <p className="visually-hidden" role="status">
      {news > 0 && <Plural value={news} one="# new order" other="# new orders" />}
    </p>
  );
}

/** The words of the mark of a new row. The dot is drawn by the styles of `data-new`. */
export function NewWord() {
  return (
    <span className="visually-hidden">
      <Trans>New</Trans>{' '}
    </span>
  );
}
