import { type Organizer, updateOrganizer } from '@entrada/contract/catalog/organizers';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { keys } from '../kit/data/keys.ts';
import { usePageForm } from '../kit/form/use-page-form.ts';
import { loadOrganizer, type OrganizerBody, saveOrganizer } from './api.ts';
import {
  changedFields,
  type OrganizerField,
  type OrganizerValues,
  organizerValues,
  readOrganizer,
  SLUG_PLACES,
} from './values.ts';

/** The form of an organizer's settings. */
export function useOrganizerForm(organizer: Organizer) {
  const { t } = useLingui();
  const client = useQueryClient();
  return usePageForm({
    found: organizer,
    read: organizerValues,
    changedFields,
    labels: useOrganizerLabels(),
    say,
    judge: (values, { base, changed }) => {
      const mine = Object.fromEntries(changed.map((field) => [field, values[field]]));
      return readOrganizer(updateOrganizer, { version: base.version, ...mine });
    },
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
  };
}

/** The text of a value in a conflict. Formatted text is shown without its formatting. */
function say(values: OrganizerValues, field: OrganizerField): string {
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
