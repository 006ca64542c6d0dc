import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../platform/api/error.ts';
import { useChange } from '../data/use-change.ts';
import { Conflict, type Difference } from './conflict.tsx';
import type { Judged } from './judge.ts';
import { type FormErrorsOf, useFormErrors } from './use-form-errors.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

type RecordForm<Found, Values extends object, Body> = {
  /** The record that the form started from; null for a new record. */
  found: Found | null;
  read: (found: Found | null) => Values;
  /** Turns the form's values into the body of the request, or lists its errors. */
  judge: (values: Values, from: { current: Found | null; initial: Values }) => Judged<Body>;
  /** Creates the record, or changes the version that was read. */
  save: (body: Body, current: Found | null) => Promise<Found>;
  invalidates: () => readonly QueryKey[];
  success?: (saved: Found) => string;
  close: () => void;
  /** Where to go after saving. Without it, the form only closes. */
  leave?: (saved: Found) => void;
  /** Reads the record again after a conflict with another save. `differences` then lists what changed. */
  load?: (found: Found) => Promise<Found>;
  differences?: (base: Values, theirs: Values, yours: Values) => Difference[];
  /** Whether the form shows a field of the API that is not one of its own values. */
  shows?: (path: string) => boolean;
  /** Handles an error in the form's own way, and then returns true. */
  onError?: (error: ApiError) => boolean;
  /** The currency of limits in messages about amounts, where the form itself sets it. */
  currencyOf?: (values: Values) => string;
  /** Whether the form holds other unsaved input, outside its values. */
  hasMore?: boolean;
} & FormErrorsOf;

/**
 * A form for one record, in a drawer. It tracks changes, errors and conflicts with another save, and asks before
 * changes are lost. Pass `drawer` to FormDrawer, and show `conflict` at the top of the form.
 */
export function useRecordForm<Found, Values extends object, Body>(given: RecordForm<Found, Values, Body>) {
  const { read, load, close, leave = close, shows, onError, hasMore = false } = given;
  const [current, setCurrent] = useState(given.found);
  const [initial, setInitial] = useState(() => read(given.found));
  const [values, setValues] = useState(initial);
  const form = useFormErrors({ ...given, currency: given.currencyOf?.(values) ?? given.currency });
  const [theirs, setTheirs] = useState<Found | null>(null);
  const guard = useLeaveGuard(hasMore || JSON.stringify(values) !== JSON.stringify(initial));
  const known = (path: string) => path in values || (shows?.(path) ?? false);
  /** Changes some values. A function gets the current values. */
  const set = (change: Partial<Values> | ((now: Values) => Partial<Values>)) => {
    const of = (now: Values) => (typeof change === 'function' ? change(now) : change);
    setValues((now) => ({ ...now, ...of(now) }));
    const touched = of(values);
    for (const path of Object.keys(form.errors)) if ((path.split('.')[0] ?? '') in touched) form.forget(path);
  };
  const save = useChange({
    run: (body: Body) => given.save(body, current),
    invalidates: given.invalidates,
    ...(given.success && { success: given.success }),
    onDone: (saved) => {
      guard.release();
      leave(saved);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'STALE_VERSION' && current && load) {
        void load(current).then(setTheirs, (again) => form.refuseBy(again, () => false));
      } else if (!(error instanceof ApiError && onError?.(error))) {
        form.refuseBy(error, known);
      }
      return true;
    },
  });
  /** Continues from the other version and keeps the values of `mine`. */
  const goOn = (fresh: Found, mine: Partial<Values>) => {
    const now = read(fresh);
    setCurrent(fresh);
    setInitial(now);
    setValues({ ...now, ...mine });
    setTheirs(null);
    form.clear();
  };
  const changed = (): Partial<Values> => {
    const before = initial as Record<string, unknown>;
    const isChanged = ([field, value]: [string, unknown]) =>
      JSON.stringify(value) !== JSON.stringify(before[field]);
    return Object.fromEntries(Object.entries(values).filter(isChanged)) as Partial<Values>;
  };
  const start = (body: Body) => {
    form.clear();
    void save.start(body);
  };
  /** Saves the form, or shows what is wrong with it. `more` changes the body of this save only. */
  const submit = (more: (body: Body) => Body = (body) => body) => {
    const { body, wrong } = given.judge(values, { current, initial });
    if (body === null) form.refuseWrong(wrong, known);
    else start(more(body));
  };
  return {
    current,
    initial,
    values,
    set,
    errors: form.errors,
    refuse: form.refuse,
    forget: form.forget,
    start,
    submit,
    drawer: {
      opened: true,
      isPending: save.isPending,
      onClose: close,
      onSubmit: () => submit(),
      error: form.whole,
      attempts: form.attempts + (theirs ? 1 : 0),
    },
    conflict: theirs && (
      <Conflict
        differences={given.differences?.(initial, read(theirs), values) ?? []}
        onTheirs={() => goOn(theirs, {})}
        onYours={() => goOn(theirs, changed())}
      />
    ),
  };
}
