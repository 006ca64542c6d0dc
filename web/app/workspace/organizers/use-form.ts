import type { Organizer } from '@entrada/contract/catalog/organizers';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { fieldErrorMessage } from '../../platform/api/error-messages.ts';
import { keys } from '../kit/data/keys.ts';
import { usePageForm } from '../kit/form/use-page-form.ts';
import { loadOrganizer, type OrganizerBody, saveOrganizer } from './api.ts';
import { useSlugErrors } from './use-slug-errors.ts';
import {
  changedFields,
  type OrganizerField,
  type OrganizerValues,
  organizerValues,
  wrongFields,
} from './values.ts';

/** The settings of an organizer. */
export function useOrganizerForm(organizer: Organizer) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const errors = useSlugErrors();
  const labels = useOrganizerLabels();
  const form = usePageForm({
    found: organizer,
    read: organizerValues,
    changedFields,
    labels,
    say,
    load: () => loadOrganizer(organizer.id),
    save: (body: OrganizerBody) => saveOrganizer(organizer.id, body),
    remember: (saved) =>
      client.setQueryData<Organizer[]>(keys.allOrganizers, (known) =>
        known?.map((one) => (one.id === saved.id ? saved : one)),
      ),
    invalidates: [keys.organizers, keys.events, keys.allEvents],
    success: t`Organizer saved.`,
    form: errors,
  });
  const { values, changed, base } = form;
  const submit = () => {
    const wrong = wrongFields(values);
    if (wrong.length > 0) {
      return errors.refuse(Object.fromEntries(wrong.map((one) => [one.path, fieldErrorMessage(i18n, one)])));
    }
    const mine = Object.fromEntries(changed.map((field) => [field, values[field]]));
    form.send({ version: base.version, ...mine });
  };
  return { ...form, submit };
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

/** A value as the conflict shows it: formatted text as its words. */
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
