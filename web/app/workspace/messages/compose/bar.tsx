import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useId } from 'react';
import { formatDayTime } from '../../../platform/i18n/format.ts';
import { Space } from '../../../ui/space.tsx';
import { useEvent } from '../../kit/data/event.ts';
import bottomBar from '../../kit/form/bottom-bar.module.css';

type SendBarProps = {
  /** Undefined until it is counted. */
  mails: number | undefined;
  sendAt: string | null;
  isLater: boolean;
  obstacle: string | null;
  isPending: boolean;
  onKeep: () => void;
  onSend: () => void;
};

/** The bar at the bottom of the window: how many get it and when, or why it can't be sent yet. */
export function SendBar({ mails, sendAt, isLater, obstacle, isPending, onKeep, onSend }: SendBarProps) {
  const { t, i18n } = useLingui();
  const { timezone } = useEvent();
  const id = useId();
  const when = sendAt && formatDayTime(sendAt, { locale: i18n.locale, timezone });
  return (
    <section className={bottomBar.bar} data-bottom-bar aria-label={t`Send message`}>
      <span className={bottomBar.words} id={id} role="status">
        {obstacle ??
          (mails === undefined ? (
            <Trans>Counting</Trans>
          ) : when ? (
            <>
              <Plural value={mails} one="# person on {when}." other="# people on {when}." />
              <Space />
              <Trans>You can change it until then.</Trans>
            </>
          ) : (
            <>
              <Plural value={mails} one="# person gets it at once." other="# people get it at once." />
              <Space />
              <Trans>You can undo it for 30 seconds.</Trans>
            </>
          ))}
      </span>
      <Button onClick={onKeep} disabled={isPending}>
        <Trans>Save draft</Trans>
      </Button>
      <Button
        variant="primary"
        loading={isPending}
        disabled={obstacle !== null || mails === undefined}
        aria-describedby={id}
        onClick={onSend}
      >
        {isLater ? <Trans>Schedule message</Trans> : <Trans>Send message</Trans>}
      </Button>
    </section>
  );
}
