import { canBeLimited, GIVEN_ROLES, type GivenRole } from '@entrada/contract/permissions';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { formatShortDay } from '../../platform/i18n/format.ts';
import { useSession } from '../kit/data/session.ts';
import { useRead } from '../kit/reading/reads.ts';
import { roleWords } from '../kit/team/roles.ts';
import { eventChoiceRead } from './reads.ts';
import styles from './team.module.css';

/** How many events show before the rest. */
const FIRST = 5;

export type MemberValues = {
  role: GivenRole;
  isLimited: boolean;
  eventIds: number[];
  organizerIds: number[];
};

type FieldsProps = {
  values: MemberValues;
  set: (change: Partial<MemberValues>) => void;
  error: string | undefined;
};

/** Which role somebody has, and of which events. */
export function MemberFields({ values, set, error }: FieldsProps) {
  const { t, i18n } = useLingui();
  return (
    <>
      <Radio.Group
        label={t`Role`}
        value={values.role}
        onChange={(chosen) => {
          const role = GIVEN_ROLES.find((one) => one === chosen);
          if (role) set({ role });
        }}
      >
        <div className={styles.roles}>
          {GIVEN_ROLES.map((role) => (
            <Radio
              key={role}
              value={role}
              className={styles.choice}
              label={i18n._(roleWords[role].name)}
              description={i18n._(roleWords[role].does)}
            />
          ))}
        </div>
      </Radio.Group>
      {canBeLimited(values.role) && (
        <>
          <Radio.Group
            label={t`Events`}
            value={values.isLimited ? 'some' : 'all'}
            onChange={(chosen) => set({ isLimited: chosen === 'some' })}
            error={error}
          >
            <Stack gap="sm" mt="xs">
              <Radio value="all" label={t`All events`} />
              <Radio value="some" label={t`Only events that you choose`} />
            </Stack>
          </Radio.Group>
          {values.isLimited && <ReachFields values={values} set={set} />}
        </>
      )}
    </>
  );
}

function ReachFields({ values, set }: Omit<FieldsProps, 'error'>) {
  const { t, i18n } = useLingui();
  const { organizers } = useSession();
  const { data: events = [] } = useRead(eventChoiceRead);
  const [isWhole, setWhole] = useState(false);
  const chosenFirst = [...events].sort(
    (a, b) => Number(values.eventIds.includes(b.id)) - Number(values.eventIds.includes(a.id)),
  );
  // The order stays while boxes are ticked.
  const [order] = useState(() => new Map<number, number>());
  if (order.size === 0) for (const [at, { id }] of chosenFirst.entries()) order.set(id, at);
  const sorted = [...events].sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
  const shown = isWhole ? sorted : sorted.slice(0, FIRST);
  const left = sorted.length - shown.length;
  const toggle = (ids: number[], id: number) =>
    ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
  return (
    <div className={styles.chosen}>
      {organizers.length > 1 && (
        <fieldset className={styles.group}>
          <legend>{t`All events of an organizer`}</legend>
          {organizers.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={values.organizerIds.includes(id)}
              onChange={() => set({ organizerIds: toggle(values.organizerIds, id) })}
            />
          ))}
        </fieldset>
      )}
      <fieldset className={styles.group}>
        <legend>{t`Single events`}</legend>
        {shown.map(({ id, title, startsAt, timezone }) => (
          <Checkbox
            key={id}
            label={
              <>
                {title}{' '}
                <span className={styles.day}>
                  {formatShortDay(startsAt, { locale: i18n.locale, timezone })}
                </span>
              </>
            }
            checked={values.eventIds.includes(id)}
            onChange={() => set({ eventIds: toggle(values.eventIds, id) })}
          />
        ))}
        {events.length === 0 && (
          <p className={styles.day}>
            <Trans>There are no events yet.</Trans>
          </p>
        )}
        {left > 0 && (
          <button type="button" className="link" onClick={() => setWhole(true)}>
            <Plural value={left} one="Show # more" other="Show # more" />
          </button>
        )}
      </fieldset>
    </div>
  );
}

/** The reach as the API takes it. */
export const reachOf = ({ role, isLimited, eventIds, organizerIds }: MemberValues) =>
  isLimited && canBeLimited(role) ? { eventIds, organizerIds } : null;
