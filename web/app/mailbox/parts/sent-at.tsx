import { useLingui } from '@lingui/react';
import { ownTimeZone } from '../../platform/i18n/browser-zone.ts';
import { formatDayTime } from '../../platform/i18n/format.ts';
import { useHydrated } from '../../platform/use-hydrated.ts';

/** The time at which a mail was stored. With scripts it is in the reader's time zone. */
export function SentAt({ at }: { at: string }) {
  const { i18n } = useLingui();
  const timezone = useHydrated() ? ownTimeZone() : 'UTC';
  return (
    <time dateTime={at} className="num">
      {formatDayTime(at, { locale: i18n.locale, timezone })}
    </time>
  );
}
