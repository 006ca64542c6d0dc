import { Trans, useLingui } from '@lingui/react/macro';

/** Too many tries came from one connection. `retryAfter`: the seconds to wait; a minute if nobody said. */
export function BusyWords({ retryAfter = 60 }: { retryAfter: number | undefined }) {
  const { i18n } = useLingui();
  const isLong = retryAfter > 59;
  const when = new Intl.RelativeTimeFormat(i18n.locale).format(
    isLong ? Math.ceil(retryAfter / 60) : retryAfter,
    isLong ? 'minute' : 'second',
  );
  return <Trans>Too many tries came from this connection. Try again {when}.</Trans>;
}
