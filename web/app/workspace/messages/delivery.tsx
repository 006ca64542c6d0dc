import type { MessageRow } from '@entrada/contract/outreach/messages';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatCount, formatDayTime } from '../../platform/i18n/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { useEvent } from '../kit/data/event.ts';
import styles from './messages.module.css';
import { isSendingSoon } from './words.ts';

/** When a message goes out or went out, and its state unless it is simply sent. */
export function When({ message }: { message: MessageRow }) {
  const { i18n } = useLingui();
  const { timezone } = useEvent();
  const { status, sendAt } = message;
  const time = sendAt && formatDayTime(sendAt, { locale: i18n.locale, timezone });
  if (isSendingSoon(message)) {
    return (
      <Badge tone="ok" quiet>
        <Trans>Sending soon</Trans>
      </Badge>
    );
  }
  return (
    <span className={styles.when}>
      {status === 'draft' && (
        <Badge tone="neutral">
          <Trans>Draft</Trans>
        </Badge>
      )}
      {status === 'scheduled' && (
        <Badge tone="info">
          <Trans>Scheduled</Trans>
        </Badge>
      )}
      {status === 'sending' && (
        <Badge tone="info">
          <Trans>Going out</Trans>
        </Badge>
      )}
      {status === 'stopped' && (
        <Badge tone="attn">
          <Trans>Stopped</Trans>
        </Badge>
      )}
      {time && <span className="num">{time}</span>}
    </span>
  );
}

/** How many have got a message, as a line and as a bar. No one is watched: it is what mail servers said. */
export function Delivery({ message }: { message: MessageRow }) {
  const { t, i18n } = useLingui();
  const { timezone } = useEvent();
  const { status, counts, waitsUntil, refusal } = message;
  const { total, accepted, bounced, refused, skipped } = counts;
  const quiet = (words: string) => <span className={styles.quiet}>{words}</span>;
  if (status === 'draft') return quiet(t`Not sent`);
  if (isSendingSoon(message)) return quiet(t`Not sent yet`);
  if (status === 'scheduled') return quiet(t`Counted again when it goes out`);
  if (total === 0) return quiet(status === 'sent' ? t`Nobody matched` : t`Looking for the recipients`);
  const [done, all] = [accepted, total].map((count) => formatCount(count, i18n.locale));
  const lost = [
    bounced > 0 && t`${plural(bounced, { one: '# bounced', other: '# bounced' })}`,
    refused > 0 && t`${plural(refused, { one: '# refused', other: '# refused' })}`,
  ];
  const rest = skipped > 0 && t`${plural(skipped, { one: '# left out', other: '# left out' })}`;
  const until = waitsUntil && formatDayTime(waitsUntil, { locale: i18n.locale, timezone });
  const share = (count: number) => ({ width: `${(100 * count) / total}%` });
  return (
    <div className={styles.delivery}>
      <span>
        <Trans>
          <b className={styles.done}>{done}</b> of {all} delivered
        </Trans>
      </span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.taken} style={share(accepted)} />
        <span className={styles.lost} style={share(bounced + refused)} />
      </span>
      {(bounced + refused > 0 || skipped > 0) && (
        <span className={styles.notes}>
          {bounced + refused > 0 && <b>{sideBySide(lost, i18n.locale)}</b>}
          {bounced + refused > 0 && rest && (i18n.locale === 'zh-cn' ? '，' : ', ')}
          {rest}
        </span>
      )}
      {until && status === 'sending' && (
        <span className={styles.notes}>
          <Trans>The rest waits until {until}</Trans>
        </span>
      )}
      {refusal && status === 'sending' && (
        <span className={styles.notes}>
          <Trans>The mail server refuses at present: {refusal}</Trans>
        </span>
      )}
    </div>
  );
}
