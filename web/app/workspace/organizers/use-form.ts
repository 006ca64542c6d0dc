import type { Organizer } from '@entrada/contract/catalog/organizers';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { keys } from '../kit/data/keys.ts';
import { usePageForm } from '../kit/form/use-page-form.ts';
import { useStepsWords } from '../kit/policies/words.ts';
import { loadOrganizer, type OrganizerBody, saveOrganizer } from './api.ts';
import {
  changedFields,
  type OrganizerField,
  type OrganizerValues,
  organizerValues,
  SLUG_PLACES,
} from './values.ts';

/** The form of an organizer's settings. */
export function useOrganizerForm(organizer: Organizer) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const labels = useOrganizerLabels();
  const { say: saySteps } = useStepsWords();
  return usePageForm({
    found: organizer,
    read: (found) => organizerValues(found, i18n.locale),
    changedFields,
    labels,
    say: (values, field) => (field === 'giveBack' ? saySteps(values.giveBack) : say(values, field)),
    loadJudge: async () => {
      const { readOrganizerChange } = await import('./body.ts');
      return (values, { base, changed }) => readOrganizerChange(base.version, values, changed);
    },
    shows: (path) => path.startsWith('giveBack.') || Object.hasOwn(labels, path),
    load: () => loadOrganizer(organizer.id),
    save: (body: OrganizerBody) => saveOrganizer(organizer.id, body),
    remember: (saved) =>
      client.setQueryData<Organizer[]>(keys.allOrganizers, (known) =>
        known?.map((one) => (one.id === saved.id ? saved : one)),
      ),
    invalidates: [keys.organizers, keys.events, keys.allEvents],
    success: t`Organizer saved.`,
    places: SLUG_PLACES,
  });
}

function useOrganizerLabels(): Record<OrganizerField, string> {
  const { t } = useLingui();
  return {
    name: t`Name`,
    slug: t`Address`,
    email: t`Email`,
    website: t`Website`,
    description: t`Details`,
    currency: t`Currency`,
    timezone: t`Time zone`,
    giveBack: t`Giving tickets back`,
  };
}

/** The text of a value in a conflict. Formatted text is shown without its formatting. */
function say(values: OrganizerValues, field: Exclude<OrganizerField, 'giveBack'>): string {
  const value = values[field];
  if (field !== 'description') return value;
  return value
    .replace(/<\/(p|li|h2|h3|blockquote)>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim();
}
