import type { Organizer } from '@entrada/contract/organizers';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { fieldErrorMessage } from '../../platform/error-messages.ts';
import { keys } from '../keys.ts';
import { useChange } from '../shell/use-change.ts';
import { useLeaveGuard } from '../shell/use-leave-guard.ts';
import { withTyped } from '../ui/with-typed.ts';
import { loadOrganizer, type OrganizerBody, saveOrganizer } from './api.ts';
import {
  changedFields,
  type OrganizerField,
  type OrganizerValues,
  organizerValues,
  wrongFields,
} from './organizer-values.ts';
import { useSlugErrors } from './use-slug-errors.ts';

/** The settings of an organizer: what changed, saving it, and what to do when someone else saved first. */
export function useOrganizerForm(organizer: Organizer) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const ref = useRef<HTMLFormElement>(null);
  const form = useSlugErrors();
  const [base, setBase] = useState(organizer);
  const [values, setValues] = useState(() => organizerValues(organizer));
  const [theirs, setTheirs] = useState<Organizer | null>(null);
  /** What the form said when it was sent: what is typed after that stays. */
  const sent = useRef(values);
  const initial = organizerValues(base);
  const changed = changedFields(initial, values);
  const isDirty = changed.length > 0;

  const restart = (from: Organizer) => {
    setBase(from);
    setValues(organizerValues(from));
    setTheirs(null);
    form.clear();
  };
  // News from elsewhere shows at once, unless it would take away what is being typed.
  if (!isDirty && !theirs && organizer !== base && organizer.version > base.version) restart(organizer);
  useLeaveGuard(isDirty);

  const { attempts } = form;
  useEffect(() => {
    if (attempts === 0 && !theirs) return;
    const first = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-form-error]');
    first?.focus();
    first?.scrollIntoView({ block: 'center' });
  }, [attempts, theirs]);

  const remember = (saved: Organizer) =>
    client.setQueryData<Organizer[]>(keys.organizers, (known) =>
      known?.map((one) => (one.id === saved.id ? saved : one)),
    );
  const save = useChange({
    run: (body: OrganizerBody) => saveOrganizer(organizer.id, body),
    invalidates: () => [keys.organizers, keys.events, keys.allEvents],
    success: () => t`Organizer saved.`,
    onDone: (saved) => {
      remember(saved);
      setBase(saved);
      setValues((current) => withTyped(organizerValues(saved), { sent: sent.current, current }));
      setTheirs(null);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'STALE_VERSION') {
        void loadOrganizer(organizer.id).then(setTheirs, (again) => form.refuseBy(again, () => false));
      } else form.refuseBy(error, (path) => path in values);
      return true;
    },
  });
  const submit = () => {
    const wrong = wrongFields(values);
    if (wrong.length > 0) {
      return form.refuse(Object.fromEntries(wrong.map((one) => [one.path, fieldErrorMessage(i18n, one)])));
    }
    form.clear();
    const mine = Object.fromEntries(changed.map((field) => [field, values[field]]));
    sent.current = values;
    void save.start({ version: base.version, ...mine });
  };
  const keepMine = (fresh: Organizer) => {
    const mine = Object.fromEntries(changed.map((field) => [field, values[field]]));
    remember(fresh);
    setBase(fresh);
    setValues({ ...organizerValues(fresh), ...mine });
    setTheirs(null);
  };
  return {
    ref,
    base,
    values,
    changed,
    errors: form.errors,
    whole: form.whole,
    isPending: save.isPending,
    set: <K extends OrganizerField>(field: K, value: OrganizerValues[K]) => {
      setValues((current) => ({ ...current, [field]: value }));
      form.forget(field);
    },
    submit,
    discard: () => restart(organizer.version >= base.version ? organizer : base),
    conflict: theirs && {
      fresh: organizerValues(theirs),
      fields: changedFields(initial, organizerValues(theirs)),
      onTheirs: () => {
        remember(theirs);
        restart(theirs);
      },
      onYours: () => keepMine(theirs),
    },
  };
}
