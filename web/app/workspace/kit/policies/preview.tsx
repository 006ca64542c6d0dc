import type { BuyerPolicy, GiveBackStep, StepUntil } from '@entrada/contract/catalog/policies/give-back';
import { emptyStep, endOf, endsOf, showSteps, type Zone } from '@entrada/contract/catalog/policies/moments';
import { backOf } from '@entrada/contract/catalog/policies/worth';
import { currencyExponent } from '@entrada/contract/money';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatShortDay } from '../../../platform/i18n/format.ts';
import { Money } from '../../../ui/money.tsx';
import { fromInSentence, untilInSentence } from '../../../ui/policy/dates.ts';
import { PolicyWords } from '../../../ui/policy/words.tsx';
import { dayOf, startOfDay } from '../filters/days.ts';
import styles from './steps-field.module.css';

/** The calendar of a time zone, by the browser's own clock. */
const zoneOf = (timezone: string): Zone => ({
  dayOf: (at) => dayOf(new Date(at).toISOString(), timezone),
  beginOf: (day) => Date.parse(startOfDay(day, timezone)),
});

/** An event as far as its policy needs it. ISO instant. */
export type PolicyEvent = {
  startsAt: string;
  timezone: string;
  currency: string;
  /** Until when tickets can be passed on; null if they cannot. */
  passOn: Extract<StepUntil, { before: number }> | null;
};

/** Steps as the buyers of an event read them now; null if no moment belongs to one of them. */
export function previewOf(steps: readonly GiveBackStep[], event: PolicyEvent): BuyerPolicy | null {
  const [zone, startsAt] = [zoneOf(event.timezone), Date.parse(event.startsAt)];
  if (Number.isNaN(startsAt) || emptyStep(steps, startsAt, zone) !== null) return null;
  const shown = showSteps(steps, endsOf(steps, startsAt, zone), { at: Date.now(), zone });
  const passOn = event.passOn && {
    until: new Date(endOf(event.passOn, startsAt, zone)).toISOString(),
    isOver: false,
    unit: event.passOn.unit,
  };
  return { ...shown, names: null, passOn };
}

type PreviewProps = {
  /** Null if they cannot be read yet: then there is no preview. */
  steps: readonly GiveBackStep[] | null;
  event: PolicyEvent;
  /** Whether the event only stands for those to come, so that its day is said. */
  isExample?: boolean;
};

/** What buyers read, and what they get for a ticket of a usual price at each step. */
export function PolicyPreview({ steps, event, isExample = false }: PreviewProps) {
  const { i18n } = useLingui();
  const policy = steps && previewOf(steps, event);
  const day = formatShortDay(event.startsAt, { locale: i18n.locale, timezone: event.timezone });
  // The field says what is wrong.
  if (!policy) return null;
  return (
    <div className={styles.preview} aria-live="polite">
      <h3>
        {isExample ? <Trans>What buyers read of an event on {day}</Trans> : <Trans>What buyers read</Trans>}
      </h3>
      {policy.steps.length === 0 ? (
        <p>
          <Trans>Nothing. On the page of their order they are asked to write to you.</Trans>
        </p>
      ) : (
        <>
          <div>
            <PolicyWords policy={policy} timezone={event.timezone} />
          </div>
          <Example policy={policy} event={event} />
        </>
      )}
    </div>
  );
}

/** A ticket of 50 with a fee of 3, in minor units. */
function usualTicket(currency: string) {
  const one = 10 ** currencyExponent(currency);
  return {
    unitList: 50 * one,
    unitDiscount: 0,
    unitFees: 3 * one,
    unitTaxAdded: 0,
    unitTotal: 53 * one,
  };
}

function Example({ policy, event }: { policy: BuyerPolicy; event: PolicyEvent }) {
  const { i18n } = useLingui();
  const { timezone, currency } = event;
  const zoned = { locale: i18n.locale, timezone };
  const money = (minor: number) => <Money minor={minor} currency={currency} />;
  const ticket = usualTicket(currency);
  const price = money(ticket.unitList);
  const fee = money(ticket.unitFees);
  const last = policy.steps.at(-1);
  const from = last && fromInSentence(last, zoned);
  return (
    <p>
      <Trans>
        For a ticket of {price} with a fee of {fee}:
      </Trans>
      {policy.steps.map((step) => {
        const until = untilInSentence(step, zoned);
        const back = money(backOf(ticket, step).back);
        return (
          <span key={step.until} className={styles.line}>
            <Trans>
              {back} until {until}
            </Trans>
          </span>
        );
      })}
      {from && (
        <span className={styles.line}>
          <Trans>nothing from {from}</Trans>
        </span>
      )}
    </p>
  );
}
