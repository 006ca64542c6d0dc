import type { AccountSettings } from '@entrada/contract/accounts/settings';
import { keys } from '../kit/data/keys.ts';
import { usePageForm } from '../kit/form/use-page-form.ts';
import { loadSettings, type SettingsBody, saveSettings } from './api.ts';
import { useSettingsWords } from './labels.ts';
import { changedFields, type SettingsField, settingsValues } from './values.ts';

/** The form of the account's settings. Each of two pages shows a part of it. */
export function useSettingsForm(
  settings: AccountSettings,
  { success, shown }: { success: string; shown: readonly SettingsField[] },
) {
  const { labels, say } = useSettingsWords();
  return usePageForm({
    found: settings,
    read: settingsValues,
    changedFields,
    labels,
    say,
    loadJudge: async () => {
      const { readChange } = await import('./body.ts');
      return (values, { base, changed }) => readChange(base.version, values, changed);
    },
    load: loadSettings,
    save: (body: SettingsBody) => saveSettings(body),
    invalidates: [keys.me],
    success,
    shows: (path) => shown.includes(path as SettingsField),
  });
}
