import { Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { Note } from '../../ui/notices/note.tsx';
import { Two } from '../kit/display/two.tsx';
import { DateTimeInput } from '../kit/fields/date-time-input.tsx';
import { Choice } from './choice.tsx';
import styles from './event-changes.module.css';
import { Message } from './message.tsx';
import { MoneyPart } from './money-part.tsx';
import { People } from './people.tsx';
import { type FormProps, isUntouched } from './values.ts';

/** The questions in their order: what happens, when or where instead, whom it touches, the money and the message. */
export function ChangeForm(props: FormProps) {
  const { t } = useLingui();
  const { event, plan, values, errors, set, review } = props;
  const { what } = values;
  const isOff = what === 'call_off';
  const isSimple = isUntouched(plan);
  return (
    <>
      <section className={styles.part} aria-labelledby="what-happens">
        <h2 id="what-happens">
          <Trans>What happens</Trans>
        </h2>
        <Choice
          label={t`What happens`}
          value={what}
          onChange={(next) => set({ what: next, money: next === 'call_off' ? 'all' : 'asked' })}
          options={[
            {
              value: 'call_off',
              label: <Trans>Call it off</Trans>,
              text: <Trans>Sales stop, tickets are cancelled, money goes back.</Trans>,
            },
            {
              value: 'dates',
              label: <Trans>Move it to other dates</Trans>,
              text: <Trans>Tickets stay valid. People who cannot come then may return them.</Trans>,
            },
            {
              value: 'place',
              label: <Trans>Move it to another place</Trans>,
              text: <Trans>Same dates. Tickets stay valid and show the new address.</Trans>,
            },
          ]}
        />
        {event.lifecycle === 'ongoing' && (
          <Note tone="attn">
            <Trans>The event has already started. Whoever has entered stays on the lists.</Trans>
          </Note>
        )}
      </section>
      {what === 'dates' && (
        <section className={styles.part} aria-labelledby="new-dates">
          <h2 id="new-dates">
            <Trans>New dates</Trans>
          </h2>
          <Two>
            <DateTimeInput
              label={t`Starts`}
              value={values.startsAt}
              timezone={event.timezone}
              onChange={(startsAt) => set({ startsAt })}
              error={errors['startsAt']}
            />
            <DateTimeInput
              label={t`Ends`}
              value={values.endsAt}
              timezone={event.timezone}
              onChange={(endsAt) => set({ endsAt })}
              error={errors['endsAt']}
            />
          </Two>
          <p className={styles.quiet}>
            <Trans>Tickets with dates of their own and check-in lists move along.</Trans>
          </p>
        </section>
      )}
      {what === 'place' && (
        <section className={styles.part} aria-labelledby="new-place">
          <h2 id="new-place">
            <Trans>New place</Trans>
          </h2>
          <div className={styles.fields}>
            <TextInput
              label={t`Venue`}
              value={values.venueName}
              onChange={({ currentTarget }) => set({ venueName: currentTarget.value })}
              error={errors['venueName'] ?? errors['startsAt']}
            />
            <TextInput
              label={t`Address`}
              value={values.addressLine1}
              onChange={({ currentTarget }) => set({ addressLine1: currentTarget.value })}
            />
            <TextInput
              label={t`City`}
              value={values.city}
              onChange={({ currentTarget }) => set({ city: currentTarget.value })}
            />
          </div>
        </section>
      )}
      {isSimple ? (
        <section className={styles.part}>
          <p>
            <Trans>Nobody has a ticket yet, so nobody has to be told and no money goes back.</Trans>
          </p>
        </section>
      ) : (
        <>
          <People plan={plan} what={what} />
          <MoneyPart {...props} />
          <Message {...props} />
        </>
      )}
      <div className={styles.actions}>
        <Button variant={isOff ? 'danger-solid' : 'primary'} onClick={review}>
          {isOff ? <Trans>Review and call off</Trans> : <Trans>Review and move</Trans>}
        </Button>
        <p className={styles.quiet}>
          <Trans>Nothing happens until you confirm on the next step.</Trans>
        </p>
      </div>
    </>
  );
}
