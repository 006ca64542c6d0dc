import type { EventDetail } from '@entrada/contract/catalog/events';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { eventPath } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { typedErrorMessage } from '../kit/form/field-words.ts';
import { usePageForm } from '../kit/form/use-page-form.ts';
import { type EventBody, loadEvent, saveEvent } from './api.ts';
import { useSettingsWords } from './labels.ts';
import type { Tab } from './tabs.ts';
import { useTabErrors } from './use-tab-errors.ts';
import { changedFields, readSettings, settingsValues } from './values.ts';

/** One form over all tabs of the settings. */
export function useSettingsForm(event: EventDetail, tab: Tab) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const { labels, say } = useSettingsWords();
  const path = eventPath(event.id, 'settings');
  const errors = useTabErrors(path, tab);
  const form = usePageForm({
    found: event,
    read: settingsValues,
    changedFields,
    labels,
    say,
    load: () => loadEvent(event.id),
    save: (body: EventBody) => saveEvent(event.id, body),
    remember: (saved) => client.setQueryData(keys.event(event.id), saved),
    invalidates: [keys.events],
    success: t`Settings saved.`,
    form: errors,
    loses: (to) => to !== path && !to.startsWith(`${path}/`),
    part: tab,
  });
  const submit = () => {
    const base = { values: form.initial, version: form.base.version };
    const { body, wrong } = readSettings(base, form.values);
    if (body) return form.send(body);
    errors.refuse(Object.fromEntries(wrong.map((one) => [one.path, typedErrorMessage(i18n, one)])));
  };
  return { ...form, submit };
}
