import { createOrganizer, type Organizer } from '@entrada/contract/catalog/organizers';
import { toSlug } from '@entrada/contract/slug';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { keys } from '../kit/data/keys.ts';
import { useSession } from '../kit/data/session.ts';
import { FormDrawer, FormSection } from '../kit/form/drawer-frame.tsx';
import { useRecordForm } from '../kit/form/use-record-form.tsx';
import { addOrganizer, type NewOrganizerBody } from './api.ts';
import { readOrganizer } from './body.ts';
import { ContactFields, DetailsField, MoneyAndZone, NameField } from './fields.tsx';
import { SlugField } from './slug-field.tsx';
import { asCurrency, type OrganizerField, type OrganizerValues, SLUG_PLACES } from './values.ts';

/** Creates an organizer and then opens its settings, where the logo can be added. */
export function NewOrganizerDrawer({ close }: { close: () => void }) {
  const { t } = useLingui();
  const { me } = useSession();
  const navigate = useNavigate();
  const [isSlugTyped, setSlugTyped] = useState(false);
  const form = useRecordForm<Organizer, OrganizerValues, NewOrganizerBody>({
    found: null,
    read: () => ({
      name: '',
      slug: '',
      email: me.email,
      website: '',
      description: '',
      currency: asCurrency(me.account.currency),
      timezone: me.account.timezone,
      // Set in the settings that open then.
      giveBack: [],
    }),
    // If no address was typed, the server makes one from the name.
    judge: ({ slug: typed, giveBack: _, ...rest }) =>
      readOrganizer(createOrganizer, { ...rest, ...(isSlugTyped && { slug: typed }) }),
    save: addOrganizer,
    invalidates: () => [keys.organizers],
    success: (made) => t`${made.name} is created.`,
    close,
    leave: (made) => void navigate(`/manage/organizer/${made.id}/settings`, { replace: true }),
    places: SLUG_PLACES,
  });
  const { values } = form;
  const slug = isSlugTyped ? values.slug : toSlug(values.name, '');
  const set = <K extends OrganizerField>(field: K, value: OrganizerValues[K]) =>
    form.set({ [field]: value } as unknown as Partial<OrganizerValues>);
  const fields = { values, errors: form.errors, set };
  return (
    <FormDrawer {...form.drawer} title={t`New organizer`} submit={t`Create organizer`}>
      <NameField {...fields} />
      <SlugField
        value={slug}
        isMade={!isSlugTyped}
        saved={null}
        error={form.errors['slug']}
        onChange={(value) => {
          setSlugTyped(value !== '');
          set('slug', value);
        }}
      />
      <FormSection title={t`Contact`}>
        <ContactFields {...fields} />
      </FormSection>
      <FormSection title={t`About`}>
        <DetailsField {...fields} />
      </FormSection>
      <FormSection title={t`New events begin with`}>
        <MoneyAndZone {...fields} />
      </FormSection>
    </FormDrawer>
  );
}
