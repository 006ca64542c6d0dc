import { useLingui } from '@lingui/react';
import { useEffect, useState } from 'react';
import { formatDayTime, formatRelative } from '../../../platform/i18n/format.ts';

/** Shows how long ago something happened, updated while the page is open. The tooltip has the exact time. */
export function Ago({ at, timezone }: { at: string; timezone: string }) {
  const { i18n } = useLingui();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time
      dateTime={at}
      title={formatDayTime(at, { locale: i18n.locale, timezone })}
      // The server's words may be a moment older than the browser's.
      suppressHydrationWarning
    >
      {formatRelative(at, now, i18n.locale)}
    </time>
  );
}
