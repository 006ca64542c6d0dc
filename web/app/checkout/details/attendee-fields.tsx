import { LIMITS } from '@entrada/contract/constants';
import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { sideBySide } from '@entrada/contract/words/side-by-side';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { formatDayTime } from '../../platform/i18n/format.ts';
import { useHydrated } from '../../platform/use-hydrated.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import type { Country } from '../../ui/form/question-field.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { NameOrder } from '../../ui/name-order.tsx';
import { EmailInput } from '../email/input.tsx';
import { lastMinuteBefore } from '../parts/last-minute.ts';
import { ticketQuestions, unitsOf } from './answer-sheets.ts';
import {
  areOthersLater,
  attendeeField,
  type DetailsValues,
  isFirstBuyer,
  isNobody,
  LATER_OTHERS,
  mayFillInLater,
  PERSON_FIELDS,
  type Person,
  readPerson,
} from './form.ts';
import styles from './page.module.css';
import { QuestionFields } from './question-fields.tsx';

type AttendeeFieldsProps = {
  order: BuyerOrder;
  values: DetailsValues;
  errors: Record<string, string>;
  countries: readonly Country[];
  /** Lists the fields that were copied from the buyer. */
  onCopy: (form: HTMLFormElement, ...names: string[]) => void;
};

/** Attendees who are filled in now after all. */
function fillInNow(form: HTMLFormElement, indexes: readonly number[]): void {
  const names = indexes.map((index) => attendeeField(index, 'later'));
  for (const name of indexes.some((index) => index > 0) ? [...names, LATER_OTHERS] : names) {
    const box = form.elements.namedItem(name);
    if (box instanceof HTMLInputElement) box.checked = false;
  }
}

/** Writes what the buyer's fields hold into the fields of some attendees. */
function fill(form: HTMLFormElement, indexes: readonly number[]): void {
  for (const index of indexes) {
    for (const field of PERSON_FIELDS) {
      const from = form.elements.namedItem(field);
      const to = form.elements.namedItem(attendeeField(index, field));
      if (from instanceof HTMLInputElement && to instanceof HTMLInputElement) to.value = from.value;
    }
  }
}

/**
 * The attendees: all tickets go to the buyer, or each ticket has a section that can be filled from the buyer, as the
 * first one is from the start. What was filled follows the buyer until it is changed, and says so once the buyer's
 * fields hold something. The questions for each ticket are asked in both cases. Where the organizer allows it, one ticket
 * or all but the first can be filled in later.
 */
export function AttendeeFields({ order, values, errors, countries, onCopy }: AttendeeFieldsProps) {
  const { i18n, t } = useLingui();
  const isHydrated = useHydrated();
  const [copied, setCopied] = useState<ReadonlySet<number>>(new Set(isFirstBuyer(values) ? [0] : []));
  const [isEmpty, setEmpty] = useState(isNobody(values));
  const section = useRef<HTMLElement>(null);
  const of = values.attendees.length;
  const isPerTicket = order.attendeeDetails === 'per_ticket';
  const isLaterOffered = mayFillInLater(order);
  const areLater = isLaterOffered && areOthersLater(values);
  const until =
    order.policy?.names &&
    formatDayTime(lastMinuteBefore(order.policy.names.until), {
      locale: i18n.locale,
      timezone: order.event.timezone,
    });
  const laterHint = t`Until ${until}, on the page of your order. A ticket shows its code once it has a name.`;
  const asked = unitsOf(order).map((ticketId) => ticketQuestions(order, ticketId));
  const copy = (form: HTMLFormElement, indexes: number[]) => {
    fill(form, indexes);
    fillInNow(form, indexes);
    setCopied(new Set([...copied, ...indexes]));
    onCopy(form, ...indexes.flatMap((index) => PERSON_FIELDS.map((field) => attendeeField(index, field))));
  };
  useEffect(() => {
    const form = section.current?.closest('form');
    const follow = ({ target }: Event) => {
      const isBuyer =
        target instanceof HTMLInputElement && PERSON_FIELDS.some((field) => field === target.name);
      if (!form || !isBuyer) return;
      setEmpty(isNobody(readPerson(new FormData(form))));
      fill(form, [...copied]);
      onCopy(form, ...[...copied].map((index) => attendeeField(index, target.name as keyof Person)));
    };
    form?.addEventListener('input', follow);
    return () => form?.removeEventListener('input', follow);
  }, [copied, onCopy]);
  if (asked.length === 0) return null;
  if (!isPerTicket && asked.every((questions) => questions.length === 0)) return null;
  return (
    <>
      <section ref={section} className={styles.who} aria-labelledby="who-comes">
        <div className={styles.head}>
          <h2 id="who-comes">
            {isPerTicket ? <Trans>Who is coming?</Trans> : <Trans>About each ticket</Trans>}
          </h2>
        </div>
        {isPerTicket && (
          <Checkbox
            name="sendAllToBuyer"
            label={t`Send all tickets to me`}
            defaultChecked={values.sendAllToBuyer}
            className={styles.all}
          />
        )}
        {isLaterOffered && of > 1 && (
          <Checkbox
            name={LATER_OTHERS}
            label={t`Fill in the other tickets later`}
            hint={laterHint}
            defaultChecked={areLater}
            className={cx(styles.all, styles.person)}
          />
        )}
      </section>
      <div className={styles.each}>
        {isPerTicket && isHydrated && of > 1 && (
          <div className={cx(styles.all, styles.person)}>
            <Button
              size="sm"
              icon={<IconCopy size={16} stroke={1.75} aria-hidden="true" />}
              onClick={(event) => {
                const { form } = event.currentTarget;
                if (form) copy(form, [...values.attendees.keys()]);
              }}
            >
              <Trans>Copy my details to all</Trans>
            </Button>
          </div>
        )}
        {values.attendees.map((attendee, index) => {
          const line = order.lines.find(({ id }) => id === attendee.itemId);
          const questions = asked[index] ?? [];
          if (!isPerTicket && questions.length === 0) return null;
          const number = index + 1;
          const follows = copied.has(index);
          const isCopied = follows && !isEmpty;
          const field = (name: keyof Person) => ({
            id: attendeeField(index, name),
            name: attendeeField(index, name),
            defaultValue: attendee[name],
            error: errors[attendeeField(index, name)],
            autoComplete: 'off',
            required: true,
            onInput: () => follows && setCopied(new Set([...copied].filter((other) => other !== index))),
          });
          return (
            <fieldset
              // biome-ignore lint/suspicious/noArrayIndexKey: tickets of one line differ by nothing else
              key={index}
              className={styles.attendee}
              aria-labelledby={`attendee-${index}`}
              data-attendee
              data-asked={questions.length > 0 || undefined}
            >
              <div className={styles.title}>
                <div>
                  <h3 id={`attendee-${index}`} className="num">
                    {isPerTicket ? (
                      <Trans>
                        Attendee {number} of {of}
                      </Trans>
                    ) : (
                      <Trans>
                        Ticket {number} of {of}
                      </Trans>
                    )}
                  </h3>
                  <p>{sideBySide([line?.ticketName, line?.priceLabel], i18n.locale)}</p>
                </div>
                {isPerTicket && isHydrated && (
                  <Button
                    size="sm"
                    variant={isCopied ? 'ghost' : 'default'}
                    className={cx(styles.person, isCopied && styles.copied)}
                    icon={
                      isCopied ? (
                        <IconCheck size={16} stroke={2.25} aria-hidden="true" />
                      ) : (
                        <IconCopy size={16} stroke={1.75} aria-hidden="true" />
                      )
                    }
                    onClick={(event) => {
                      const { form } = event.currentTarget;
                      if (form) copy(form, [index]);
                    }}
                  >
                    {isCopied ? <Trans>Copied from buyer</Trans> : <Trans>Copy from buyer</Trans>}
                  </Button>
                )}
              </div>
              {isLaterOffered && (
                <Checkbox
                  name={attendeeField(index, 'later')}
                  label={t`Fill in later`}
                  hint={of === 1 ? laterHint : undefined}
                  defaultChecked={attendee.later && !(areLater && index > 0)}
                  className={cx(styles.later, styles.person)}
                />
              )}
              {isPerTicket && (
                <div className={cx(styles.grid, styles.person)}>
                  <NameOrder
                    first={
                      <TextInput {...field('firstName')} label={t`First name`} limit={LIMITS.firstName} />
                    }
                    last={<TextInput {...field('lastName')} label={t`Last name`} limit={LIMITS.lastName} />}
                  />
                  <div className={styles.full}>
                    <EmailInput {...field('email')} label={t`Email`} />
                  </div>
                </div>
              )}
              {questions.length > 0 && (
                <div className={cx(styles.grid, styles.questions)}>
                  <QuestionFields
                    questions={questions}
                    path={`attendeeAnswers.${index}`}
                    sheet={values.attendeeAnswers[index]}
                    errors={errors}
                    countries={countries}
                  />
                </div>
              )}
            </fieldset>
          );
        })}
      </div>
    </>
  );
}
