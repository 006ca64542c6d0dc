import type { QueryKey } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../platform/api/error.ts';
import { useChange } from '../data/use-change.ts';
import { loadError } from '../late/part.tsx';
import { useLoaded } from '../late/use-loaded.ts';
import { focusWrong } from './focus.ts';
import type { Judged } from './judge.ts';
import { type FormErrorsOf, useFormErrors } from './use-form-errors.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { withTyped } from './with-typed.ts';

type PageFormOf<Found, Values, Body, Field extends keyof Values & string> = {
  /** The latest known version of the record. */
  found: Found;
  read: (found: Found) => Values;
  changedFields: (from: Values, to: Values) => Field[];
  /** The names of the fields. `say` puts their values into words. Both are shown when someone else changed a field. */
  labels: Record<Field, string>;
  say: (values: Values, field: Field) => string;
  /**
   * Loads what turns the form's values into the body of the request, or lists its errors. The schemas that it needs
   * are a fifth of the scripts of a page, so they come with the first change. A save waits for them.
   */
  loadJudge: () => Promise<
    (values: Values, from: { base: Found; initial: Values; changed: Field[] }) => Judged<Body>
  >;
  load: () => Promise<Found>;
  /** Saves the form's changes to the version `base`. */
  save: (body: Body, base: Found) => Promise<Found>;
  /** Gives the rest of the page the version that was saved or taken. */
  remember?: (found: Found) => void;
  invalidates: readonly QueryKey[];
  success: string;
  /** Whether the form shows a field of the API. Without it, the form shows only its own fields. */
  shows?: (path: string) => boolean;
  /** Whether going to this address loses what was typed. Without it, every move does. */
  loses?: (to: string) => boolean;
  /** The part of the form that is shown. */
  part?: string;
} & FormErrorsOf;

/**
 * A form for one record, on a page that stays open after saving. It tracks changes, errors and conflicts with another
 * save, and asks before changes are lost. Text typed during a save is kept.
 */
export function usePageForm<
  Found extends { version: number },
  Values extends object,
  Body,
  Field extends keyof Values & string,
>(given: PageFormOf<Found, Values, Body, Field>) {
  const { found, read, changedFields, labels, say, remember, loses, part } = given;
  const form = useFormErrors(given);
  const ref = useRef<HTMLFormElement>(null);
  const [base, setBase] = useState(found);
  const [values, setValues] = useState(() => read(found));
  const [theirs, setTheirs] = useState<Found | null>(null);
  /** The values that were sent with the last save. */
  const sent = useRef(values);
  const initial = read(base);
  const changed = changedFields(initial, values);
  const isDirty = changed.length > 0;
  const judge = useLoaded(given.loadJudge, isDirty);
  const known = given.shows ?? ((path: string) => path in values);

  const restart = (from: Found) => {
    setBase(from);
    setValues(read(from));
    setTheirs(null);
    form.clear();
  };
  // Changes by others show at once, unless the form has unsaved changes.
  if (!isDirty && !theirs && found !== base && found.version >= base.version) restart(found);
  useLeaveGuard(isDirty, loses && ((_, to) => loses(to)));

  const { attempts } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another part may hold the field that was refused
  useEffect(() => {
    if (attempts > 0 || theirs) focusWrong(ref.current);
  }, [attempts, theirs, part]);

  const save = useChange({
    run: (body: Body) => given.save(body, base),
    invalidates: () => given.invalidates,
    success: () => given.success,
    onDone: (saved) => {
      remember?.(saved);
      setBase(saved);
      setValues((current) => withTyped(read(saved), { sent: sent.current, current }));
      setTheirs(null);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'STALE_VERSION') {
        void given.load().then(setTheirs, (again) => form.refuseBy(again, () => false));
      } else form.refuseBy(error, known);
      return true;
    },
  });
  const keepMine = (fresh: Found) => {
    const mine = Object.fromEntries(changed.map((field) => [field, values[field]]));
    remember?.(fresh);
    setBase(fresh);
    setValues({ ...read(fresh), ...mine });
    setTheirs(null);
  };
  const differences = (fresh: Values) =>
    changedFields(values, fresh).map((field) => ({
      field,
      label: labels[field],
      theirs: say(fresh, field),
      yours: say(values, field),
      isMine: changed.includes(field),
    }));
  const change = (some: Partial<Values>) => {
    setValues((current) => ({ ...current, ...some }));
    for (const field of Object.keys(some)) form.forget(field);
  };
  return {
    ref,
    base,
    initial,
    values,
    changed,
    errors: form.errors,
    whole: form.whole,
    isPending: save.isPending || judge.isAwaited,
    change,
    set: <K extends keyof Values & string>(field: K, value: Values[K]) =>
      change({ [field]: value } as unknown as Partial<Values>),
    submit: () =>
      judge.run(
        (read) => {
          const { body, wrong } = read(values, { base, initial, changed });
          if (body === null) return form.refuseWrong(wrong, known);
          form.clear();
          sent.current = values;
          void save.start(body);
        },
        () => form.refuseBy(loadError(), known),
      ),
    discard: () => restart(found.version >= base.version ? found : base),
    conflict: theirs && {
      differences: differences(read(theirs)),
      onTheirs: () => {
        remember?.(theirs);
        restart(theirs);
      },
      onYours: () => keepMine(theirs),
    },
  };
}
