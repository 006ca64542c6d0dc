import { enterDoor } from '@entrada/contract/door/check-in-links';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconLock } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../platform/api/error.ts';
import { errorMessage } from '../../platform/api/error-messages.ts';
import { formatCountdown } from '../../platform/i18n/format.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { doorApi, writeToken } from '../api.ts';
import styles from './pin.module.css';

type PinProps = {
  listShortId: string;
  device: string;
  list: string;
  event: string;
  /** Why the door did not open after the PIN. */
  problem: unknown;
  /** The PIN was right. */
  onEntered: () => Promise<void>;
};

const pinLength = { min: 4, max: 8 };

/** Asks for the PIN of the link, and says what a wrong one costs. */
export function Pin({ listShortId, device, list, event, onEntered, ...props }: PinProps) {
  const { i18n } = useLingui();
  const [pin, setPin] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ReactNode>();
  const problem = refusal ?? (props.problem === undefined ? undefined : errorMessage(i18n, props.problem));
  const [pauseUntil, setPauseUntil] = useState<number>();
  const pause = useSecondsLeft(pauseUntil);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const enter = async (submit: FormEvent) => {
    submit.preventDefault();
    if (isBusy || pause > 0 || pin.length < pinLength.min) return;
    setBusy(true);
    setRefusal(undefined);
    try {
      const { data } = await doorApi(enterDoor, { params: { listShortId }, body: { device, pin } });
      writeToken(listShortId, data.token);
      await onEntered();
    } catch (error) {
      setPin('');
      const code = error instanceof ApiError ? error.code : undefined;
      if (error instanceof ApiError && code === 'RATE_LIMITED') {
        setPauseUntil(Date.now() + Math.max(1, Number(error.params['retryAfter'] ?? 1)) * 1000);
      } else if (error instanceof ApiError && code === 'DOOR_PIN_WRONG') {
        const left = Number(error.params['triesLeft'] ?? 0);
        setRefusal(
          left > 0 ? (
            <Plural
              value={left}
              one="That is not the PIN. One more try, then a pause begins."
              other="That is not the PIN. # more tries, then a pause begins."
            />
          ) : (
            <Trans>That is not the PIN. Each further wrong PIN makes the pause longer.</Trans>
          ),
        );
      } else setRefusal(errorMessage(i18n, error));
      field.current?.focus();
    }
    setBusy(false);
  };

  return (
    <main className={styles.view}>
      <form className={styles.form} onSubmit={(submit) => void enter(submit)}>
        <IconLock size={48} stroke={1.5} aria-hidden="true" />
        <div>
          <h1 className={styles.title}>
            <Trans>Enter the PIN</Trans>
          </h1>
          <p className={styles.text}>
            {event} · {list}
          </p>
        </div>
        <label className={styles.label}>
          <Trans>PIN of this door</Trans>
          <input
            ref={field}
            className={styles.field}
            type="text"
            inputMode="numeric"
            pattern="[0-9]*"
            autoComplete="one-time-code"
            name="pin"
            maxLength={pinLength.max}
            value={pin}
            aria-describedby="pin-help"
            aria-invalid={problem !== undefined || undefined}
            onChange={(change) => setPin(change.target.value.replace(/\D/g, ''))}
          />
        </label>
        <div id="pin-help" className={styles.help}>
          {pause > 0 ? (
            <>
              <p className={styles.problem} role="alert">
                <Trans>Too many wrong PINs. This device has to wait; other doors go on.</Trans>
              </p>
              <p className={styles.pause}>
                <Trans>Try again in {formatCountdown(pause)}</Trans>
              </p>
            </>
          ) : problem ? (
            <p className={styles.problem} role="alert">
              {problem}
            </p>
          ) : (
            <p>
              <Trans>Whoever gave you the link knows the PIN. It has 4 to 8 digits.</Trans>
            </p>
          )}
        </div>
        <Button
          type="submit"
          size="door"
          variant="primary"
          block
          loading={isBusy}
          disabled={pause > 0 || pin.length < pinLength.min}
        >
          <Trans>Open the door</Trans>
        </Button>
      </form>
    </main>
  );
}

/** Seconds until an instant in milliseconds; 0 when it has passed. */
function useSecondsLeft(until: number | undefined): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (until === undefined) return;
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
