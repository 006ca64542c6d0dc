import type { EventDetail } from '@entrada/contract/catalog/events';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { eventPath } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { usePageForm } from '../kit/form/use-page-form.ts';
import { type EventBody, loadEvent, saveEvent } from './api.ts';
import { useSettingsWords } from './labels.ts';
import { fieldOf, isOn, type Tab, tabOf } from './tabs.ts';
import { changedFields, settingsValues } from './values.ts';

/** One form for all tabs of the settings. */
export function useSettingsForm(event: EventDetail, tab: Tab) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { labels, say } = useSettingsWords();
  const path = eventPath(event.id, 'settings');
  return usePageForm({
    found: event,
    read: (found) => settingsValues(found, i18n.locale),
    changedFields,
    labels,
    say,
    loadJudge: async () => {
      const { readSettings } = await import('./body.ts');
      return (values, { base, initial }) => readSettings({ values: initial, version: base.version }, values);
    },
    load: () => loadEvent(event.id),
    save: (body: EventBody) => saveEvent(event.id, body),
    remember: (saved) => client.setQueryData(keys.event(event.id), saved),
    invalidates: [keys.events],
    success: t`Settings saved.`,
    loses: (to) => to !== path && !to.startsWith(`${path}/`),
    part: tab,
    fieldOf,
    shows: (path) => tabOf([path]) !== undefined,
    /** Opens the first tab with an error, unless the current tab has one. */
    onRefused: (fields) => {
      const there = isOn(tab, fields) ? tab : tabOf(fields);
      if (there && there !== tab) void navigate(`${path}/${there}`);
    },
  });
}
