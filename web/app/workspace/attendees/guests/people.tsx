import { LIMITS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Two } from '../../kit/display/two.tsx';
import { OptionalLabel } from '../../kit/fields/labels.tsx';
import { LimitedInput } from '../../kit/fields/limited-text.tsx';
import styles from './guests.module.css';
import type { Part } from './places.tsx';
import { type Person, person } from './values.ts';

type PeopleProps = Part & {
  /** The questions for the person in this row. */
  answers: (at: number) => ReactNode;
};

/** The people who are added, one below the other. The first stands for all of them. */
export function People({ values, set, errors, answers }: PeopleProps) {
  const { t } = useLingui();
  const { attendees } = values;
  const list = useRef<HTMLDivElement>(null);
  /** The row that gets the focus, because it was just added or because the one after it was removed. */
  const focused = useRef<number | null>(null);
  useEffect(() => {
    if (focused.current === null) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-person="${focused.current}"]`);
    focused.current = null;
    row?.querySelector('input')?.focus();
  });
  const change = (at: number, part: Partial<Person>) =>
    set((now) => ({
      attendees: now.attendees.map((one, nth) => (nth === at ? { ...one, ...part } : one)),
    }));
  const add = () => {
    const key = Math.max(...attendees.map((one) => one.key)) + 1;
    focused.current = key;
    set((now) => ({ attendees: [...now.attendees, person(key)] }));
  };
  const remove = (at: number) => {
    focused.current = attendees[at + 1]?.key ?? attendees[at - 1]?.key ?? null;
    set((now) => ({
      attendees: now.attendees.filter((_, nth) => nth !== at),
      attendeeAnswers: now.attendeeAnswers.filter((_, nth) => nth !== at),
    }));
  };
  return (
    <div ref={list} className={styles.people}>
      {attendees.map((one, at) => {
        const nth = at + 1;
        return (
          <fieldset key={one.key} className={styles.person} data-person={one.key}>
            <legend>
              <Trans>Person {nth}</Trans>
            </legend>
            {attendees.length > 1 && (
              <ActionIcon
                className={styles.remove}
                aria-label={t`Remove person ${nth}`}
                onClick={() => remove(at)}
              >
                <IconTrash size={18} stroke={1.75} />
              </ActionIcon>
            )}
            <Two>
              <LimitedInput
                label={t`First name`}
                autoComplete="off"
                data-autofocus={at === 0 || undefined}
                limit={LIMITS.firstName}
                value={one.firstName}
                onChange={(event) => change(at, { firstName: event.currentTarget.value })}
                error={errors[`attendees.${at}.firstName`]}
              />
              <LimitedInput
                label={<OptionalLabel>{t`Last name`}</OptionalLabel>}
                autoComplete="off"
                limit={LIMITS.lastName}
                value={one.lastName}
                onChange={(event) => change(at, { lastName: event.currentTarget.value })}
                error={errors[`attendees.${at}.lastName`]}
              />
            </Two>
            <LimitedInput
              type="email"
              label={<OptionalLabel>{t`Email`}</OptionalLabel>}
              description={
                at === 0
                  ? t`Gets all tickets of this order. Without an address they are found at the door by name.`
                  : undefined
              }
              inputWrapperOrder={['label', 'input', 'error', 'description']}
              autoComplete="off"
              limit={LIMITS.email}
              value={one.email}
              onChange={(event) => change(at, { email: event.currentTarget.value })}
              error={errors[`attendees.${at}.email`]}
            />
            {answers(at)}
          </fieldset>
        );
      })}
      {attendees.length < LIMITS.guests && (
        <div>
          <Button leftSection={<IconPlus size={18} stroke={1.75} />} onClick={add}>
            <Trans>Add another person</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}
