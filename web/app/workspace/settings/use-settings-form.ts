import type { EventDetail } from '@entrada/contract/events';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../platform/api-error.ts';
import { fieldErrorMessage } from '../../platform/error-messages.ts';
import { keys } from '../keys.ts';
import { eventPath } from '../shell/event.ts';
import { useChange } from '../shell/use-change.ts';
import { useLeaveGuard } from '../shell/use-leave-guard.ts';
import { useFormErrors } from '../ui/use-form-errors.ts';
import { withTyped } from '../ui/with-typed.ts';
import { type EventBody, loadEvent, saveEvent } from './api.ts';
import { useSettingsWords } from './labels.ts';
import {
  changedFields,
  readSettings,
  type SettingsField,
  type SettingsValues,
  settingsValues,
} from './settings-values.ts';
import { TAB_FIELDS, type Tab, tabOf } from './tabs.ts';

/** One form over all tabs of the settings: what changed, saving it, and what to do when someone else saved first. */
export function useSettingsForm(event: EventDetail, tab: Tab) {
  const { t, i18n } = useLingui();
  const { labels, say } = useSettingsWords();
  const client = useQueryClient();
  const navigate = useNavigate();
  const ref = useRef<HTMLFormElement>(null);
  const form = useFormErrors();
  const [base, setBase] = useState(event);
  const [values, setValues] = useState(() => settingsValues(event));
  const [theirs, setTheirs] = useState<EventDetail | null>(null);
  /** What the form said when it was sent: what is typed after that stays. */
  const sent = useRef(values);
  const initial = settingsValues(base);
  const changed = changedFields(initial, values);
  const isDirty = changed.length > 0;

  const restart = (from: EventDetail) => {
    setBase(from);
    setValues(settingsValues(from));
    setTheirs(null);
    form.clear();
  };
  // News from elsewhere shows at once, unless it would take away what is being typed.
  if (!isDirty && !theirs && event !== base && event.version >= base.version) restart(event);

  const settingsPath = eventPath(event.id, 'settings');
  useLeaveGuard(isDirty, (_, to) => to !== settingsPath && !to.startsWith(`${settingsPath}/`));

  /** Names of the API's paths ("location.city") as this form calls them. */
  const fieldOf = (path: string) => path.split('.').at(-1) ?? path;
  const refuse = (wrong: Record<string, string>, message = '') => {
    const fields = Object.keys(wrong);
    // The first tab with something wrong, unless there is something here.
    const there = TAB_FIELDS[tab].some((field) => fields.includes(field)) ? tab : tabOf(fields);
    if (there && there !== tab) void navigate(`${settingsPath}/${there}`);
    form.refuse(wrong, message);
  };
  const { attempts } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab may hold the field that was refused
  useEffect(() => {
    if (attempts === 0 && !theirs) return;
    const first = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-form-error]');
    first?.focus();
    first?.scrollIntoView({ block: 'center' });
  }, [attempts, theirs, tab]);

  const save = useChange({
    run: (body: EventBody) => saveEvent(event.id, body),
    invalidates: () => [keys.events],
    success: () => t`Settings saved.`,
    onDone: (saved) => {
      client.setQueryData(keys.event(event.id), saved);
      setBase(saved);
      setValues((current) => withTyped(settingsValues(saved), { sent: sent.current, current }));
      setTheirs(null);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'STALE_VERSION') {
        void loadEvent(event.id).then(setTheirs, (again) => form.refuseBy(again, () => false));
        return true;
      }
      const fields = error instanceof ApiError ? error.errors : [];
      const known = fields.filter(({ path }) => fieldOf(path) in values);
      if (known.length === 0 || known.length < fields.length) form.refuseBy(error, () => false);
      else refuse(Object.fromEntries(known.map((one) => [fieldOf(one.path), fieldErrorMessage(i18n, one)])));
      return true;
    },
  });

  const submit = () => {
    const { body, wrong } = readSettings({ values: initial, version: base.version }, values);
    if (!body)
      return refuse(Object.fromEntries(wrong.map((one) => [one.path, fieldErrorMessage(i18n, one)])));
    form.clear();
    sent.current = values;
    void save.start(body);
  };

  const keepMine = (fresh: EventDetail) => {
    const mine = Object.fromEntries(changed.map((field) => [field, values[field]]));
    client.setQueryData(keys.event(event.id), fresh);
    setBase(fresh);
    setValues({ ...settingsValues(fresh), ...mine });
    setTheirs(null);
  };
  const differences = (fresh: EventDetail) => {
    const read = settingsValues(fresh);
    return changedFields(initial, read).map((field) => ({
      field,
      label: labels[field],
      theirs: say(read, field),
      yours: say(values, field),
    }));
  };
  return {
    ref,
    values,
    changed,
    errors: form.errors,
    whole: form.whole,
    isPending: save.isPending,
    set: <K extends SettingsField>(field: K, value: SettingsValues[K]) => {
      setValues((current) => ({ ...current, [field]: value }));
      form.forget(field);
    },
    submit,
    discard: () => restart(event),
    conflict: theirs && {
      differences: differences(theirs),
      onTheirs: () => {
        client.setQueryData(keys.event(event.id), theirs);
        restart(theirs);
      },
      onYours: () => keepMine(theirs),
    },
  };
}
