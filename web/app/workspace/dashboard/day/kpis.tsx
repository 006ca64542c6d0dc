import type { EventDetail } from '@entrada/contract/catalog/events';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatCount, formatTime } from '../../../platform/i18n/format.ts';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { Money } from '../../../ui/money.tsx';
import { Progress } from '../../../ui/notices/progress.tsx';
import { Figure, FigureStrip, NowDot } from '../../kit/figures/strip.tsx';
import { useRead } from '../../kit/reading/reads.ts';
import { type DoorDay, figuresRead } from '../reads.ts';

type DayKpisProps = { event: EventDetail; day: DoorDay };

/** Who is in, how fast people come, when everybody is in, and what was sold today. */
export function DayKpis({ event, day }: DayKpisProps) {
  const { t, i18n } = useLingui();
  const count = (value: number) => formatCount(value, i18n.locale);
  const expected = count(day.expected);
  return (
    <FigureStrip>
      <Figure
        label={<Trans>Checked in</Trans>}
        more={<Progress label={t`Checked in`} value={day.entered} max={day.expected} isKey />}
      >
        {count(day.entered)}{' '}
        <small>
          <Trans>of {expected} today</Trans>
        </small>
      </Figure>
      <Figure
        label={
          <>
            <NowDot />
            <Trans>Entering now</Trans>
          </>
        }
        more={<Busiest event={event} day={day} />}
      >
        {formatPace(day.pace, i18n.locale)}{' '}
        <small>
          <Trans>a minute</Trans>
        </small>
      </Figure>
      <AllIn event={event} day={day} />
      <SoldToday event={event} />
    </FigureStrip>
  );
}

export function WaitingKpis() {
  return (
    <FigureStrip>
      <Figure label={<Trans>Checked in</Trans>}>{null}</Figure>
      <Figure label={<Trans>Entering now</Trans>}>{null}</Figure>
      <Figure label={<Trans>All in by</Trans>}>{null}</Figure>
      <Figure label={<Trans>Sold today</Trans>}>{null}</Figure>
    </FigureStrip>
  );
}

/** Entries a minute. Fractions matter only while few people come. */
export function formatPace(pace: number, locale: string): string {
  const digits = pace < 10 ? 1 : 0;
  return new Intl.NumberFormat(languageTag(locale), { maximumFractionDigits: digits }).format(pace);
}

function Busiest({ event, day: { busiest } }: DayKpisProps) {
  const { i18n } = useLingui();
  if (!busiest) return null;
  const most = formatCount(busiest.entries, i18n.locale);
  const time = formatTime(busiest.at, { locale: i18n.locale, timezone: event.timezone });
  return (
    <span>
      <Trans>
        at most {most}, at {time}
      </Trans>
    </span>
  );
}

function AllIn({ event, day }: DayKpisProps) {
  const { i18n } = useLingui();
  const isWhole = day.expected > 0 && day.entered >= day.expected;
  return (
    <Figure
      label={<Trans>All in by</Trans>}
      more={
        <span>
          {isWhole ? (
            <Trans>Everybody is in</Trans>
          ) : day.allInAt ? (
            <Trans>at this pace</Trans>
          ) : (
            <Trans>Nobody comes at the moment</Trans>
          )}
        </span>
      }
    >
      {day.allInAt && !isWhole
        ? formatTime(day.allInAt, { locale: i18n.locale, timezone: event.timezone })
        : '–'}
    </Figure>
  );
}

function SoldToday({ event }: { event: EventDetail }) {
  const { t } = useLingui();
  const figures = useRead(figuresRead(event, { range: '7' })).data;
  const today = figures?.days.at(-1);
  const sold = today?.tickets ?? 0;
  return (
    <Figure
      label={<Trans>Sold today</Trans>}
      more={today && <span>{t`${plural(sold, { one: '# ticket', other: '# tickets' })}`}</span>}
    >
      {figures && today && <Money minor={today.gross} currency={figures.currency} />}
    </Figure>
  );
}
