import type { ChangePlan } from '@entrada/contract/sales/event-changes/endpoints';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { ApiError } from '../../platform/api/error.ts';
import { Note } from '../../ui/notices/note.tsx';
import { useEvent } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { useChange } from '../kit/data/use-change.ts';
import { modals } from '../kit/dialogs/modals.ts';
import { focusWrong } from '../kit/form/focus.ts';
import { useFormErrors } from '../kit/form/use-form-errors.ts';
import { useLeaveGuard } from '../kit/form/use-leave-guard.ts';
import { begin } from './api.ts';
import { Confirm } from './confirm.tsx';
import styles from './event-changes.module.css';
import { ChangeForm } from './form.tsx';
import { Steps } from './steps.tsx';
import {
  followEvent,
  hasTyped,
  isSameAsBefore,
  startValues,
  toChange,
  type Values,
  wrongTimes,
} from './values.ts';

const FIELDS = ['startsAt', 'endsAt', 'returnsUntil'];
const isKnown = (path: string) => FIELDS.includes(path) || path.startsWith('messages.');

export type BeginProps = { plan: ChangePlan };

/** The form, and the last question. */
export function Begin({ plan }: BeginProps) {
  const { t } = useLingui();
  const event = useEvent();
  const { title } = event;
  const [initial, setInitial] = useState<Values>(() => startValues(event, new Date()));
  const { state } = useLocation();
  const wantsDates = (state as { what?: unknown } | null)?.what === 'dates';
  const [values, setValues] = useState<Values>(wantsDates ? { ...initial, what: 'dates' } : initial);
  const [version, setVersion] = useState(event.version);
  if (version !== event.version) {
    const fresh = startValues(event, new Date());
    setVersion(event.version);
    setInitial(fresh);
    setValues((now) => followEvent(initial, fresh, now));
  }
  const guard = useLeaveGuard(hasTyped(initial, values));
  const form = useFormErrors();
  const client = useQueryClient();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (form.attempts > 0) focusWrong(ref.current);
  }, [form.attempts]);
  // One key for each content of the form, so that a second press begins nothing more.
  const sent = useRef({ text: '', key: '' });
  const touched = [
    keys.event(event.id),
    keys.tickets(event.id),
    keys.eventChanges(event.id),
    keys.changePlan(event.id),
  ];
  const change = useChange({
    run: (wish: Values) => {
      const body = toChange(event, plan, wish);
      const text = JSON.stringify(body);
      if (sent.current.text !== text) sent.current = { text, key: crypto.randomUUID() };
      return begin(event.id, body, sent.current.key);
    },
    invalidates: () => touched,
    onDone: guard.release,
    onError: (error) => {
      form.refuseBy(error, isKnown);
      // The event or its orders changed since they were read, so the page shows the new sums.
      if (error instanceof ApiError && error.status === 409)
        for (const queryKey of touched) void client.invalidateQueries({ queryKey });
      return true;
    },
  });
  const review = () => {
    if (isSameAsBefore(event, initial, values))
      return form.refuse(
        values.what === 'dates'
          ? { startsAt: t`These are the dates it has already. Choose others.` }
          : { venueName: t`This is the place it has already. Enter another one.` },
      );
    const wrong = wrongTimes(event.timezone, values);
    if (wrong.length > 0) return form.refuseWrong(wrong, isKnown);
    form.clear();
    const isOff = values.what === 'call_off';
    const id = modals.open({
      title: isOff ? t`Call off ${title}?` : t`Move ${title}?`,
      children: (
        <Confirm
          event={event}
          plan={plan}
          values={values}
          close={() => modals.close(id)}
          run={async () => {
            const isDone = await change.start(values);
            if (!isDone) modals.close(id);
            return isDone;
          }}
        />
      ),
    });
  };
  return (
    <div className={styles.page} ref={ref}>
      <div>
        {form.whole && (
          <div data-form-error tabIndex={-1}>
            <Note tone="error" announce>
              {form.whole}
            </Note>
          </div>
        )}
        <ChangeForm
          event={event}
          plan={plan}
          values={values}
          errors={form.errors}
          set={(part) => {
            if (part.what) form.clear();
            setValues((now) => ({ ...now, ...part }));
          }}
          review={review}
        />
      </div>
      <Steps event={event} plan={plan} values={values} />
    </div>
  );
}
