import type { BuyerPolicy, BuyerStep } from '@entrada/contract/catalog/policies/give-back';
import { Trans, useLingui } from '@lingui/react/macro';
import { fromWords, untilWords } from './dates.ts';
import { ShareEntry } from './share.tsx';
import styles from './steps.module.css';

type PolicyStepsProps = { policy: BuyerPolicy; timezone: string };

/** Until when how much goes back: the step that counts first and bold, those that follow, and what comes after the last. */
export function PolicySteps({ policy, timezone }: PolicyStepsProps) {
  const { i18n, t } = useLingui();
  const { steps, present, passOn } = policy;
  const zoned = { locale: i18n.locale, timezone };
  const coming = present === null ? [] : steps.slice(present);
  const last = steps.at(-1);
  if (!last) return null;
  const canPassOn = passOn !== null && Date.parse(passOn.until) > Date.parse(last.until);
  const after = fromWords(last, zoned);
  return (
    <table className={styles.steps}>
      <caption className="visually-hidden">{t`What goes back, and until when`}</caption>
      <tbody>
        {coming.map((step, place) => (
          <tr key={step.until} className={place === 0 ? styles.present : undefined}>
            <th scope="row">
              <When step={step} before={place === 0 ? null : (coming[place - 1] ?? null)} zoned={zoned} />
            </th>
            <td>
              <ShareEntry {...step} />
              {step.way === 'asked' && (
                <span className={styles.asked}>
                  <Trans>if the organizer agrees</Trans>
                </span>
              )}
            </td>
          </tr>
        ))}
        <tr className={coming.length === 0 ? styles.present : undefined}>
          <th scope="row">
            <Trans>From {after}</Trans>
          </th>
          <td>{canPassOn ? <Trans>Nothing, but passing on still works</Trans> : <Trans>Nothing</Trans>}</td>
        </tr>
      </tbody>
    </table>
  );
}

type WhenProps = {
  step: BuyerStep;
  /** The step before it; null for the one that counts. */
  before: BuyerStep | null;
  zoned: { locale: string; timezone: string };
};

function When({ step, before, zoned }: WhenProps) {
  const until = untilWords(step, zoned);
  if (!before) return <Trans>Until {until}</Trans>;
  const from = fromWords(before, zoned);
  // A step of one day.
  if (from === until) return until;
  return (
    <Trans>
      {from} to {until}
    </Trans>
  );
}
