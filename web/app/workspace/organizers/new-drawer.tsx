import { toSlug } from '@entrada/contract/slug';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { fieldErrorMessage } from '../../platform/api/error-messages.ts';
import { keys } from '../kit/data/keys.ts';
import { useSession } from '../kit/data/session.ts';
import { useChange } from '../kit/data/use-change.ts';
import { FormDrawer, FormSection } from '../kit/form/drawer-frame.tsx';
import { useLeaveGuard } from '../kit/form/use-leave-guard.ts';
import { addOrganizer } from './api.ts';
import { ContactFields, DetailsField, MoneyAndZone, NameField } from './fields.tsx';
import { SlugField } from './slug-field.tsx';
import { useSlugErrors } from './use-slug-errors.ts';
import { asCurrency, type OrganizerField, type OrganizerValues, wrongFields } from './values.ts';

/** Creates a public brand of the account and leads to its settings, where the logo is. */
export function NewOrganizerDrawer({ close }: { close: () => void }) {
  const { t, i18n } = useLingui();
  const { me } = useSession();
  const navigate = useNavigate();
  const form = useSlugErrors();
  const [initial] = useState<OrganizerValues>(() => ({
    name: '',
    slug: '',
    email: me.email,
    website: '',
    description: '',
    currency: asCurrency(me.account.currency),
    timezone: me.account.timezone,
  }));
  const [values, setValues] = useState(initial);
  const [isSlugTyped, setSlugTyped] = useState(false);
  const slug = isSlugTyped ? values.slug : toSlug(values.name, '');
  const set = <K extends OrganizerField>(field: K, value: OrganizerValues[K]) => {
    setValues((current) => ({ ...current, [field]: value }));
    form.forget(field);
  };
  const guard = useLeaveGuard(JSON.stringify(values) !== JSON.stringify(initial));
  const save = useChange({
    run: addOrganizer,
    invalidates: () => [keys.organizers],
    success: (made) => t`${made.name} is created.`,
    onDone: (made) => {
      guard.release();
      void navigate(`/manage/organizer/${made.id}/settings`, { replace: true });
    },
    onError: (error) => {
      form.refuseBy(error, (path) => path in values);
      return true;
    },
  });
  const submit = () => {
    // Without one, the server makes it from the name.
    const wrong = wrongFields({ ...values, slug: isSlugTyped ? values.slug : 'made' });
    if (wrong.length > 0) {
      return form.refuse(Object.fromEntries(wrong.map((one) => [one.path, fieldErrorMessage(i18n, one)])));
    }
    form.clear();
    const { slug: typed, ...rest } = values;
    void save.start({ ...rest, ...(isSlugTyped && { slug: typed }) });
  };
  const fields = { values, errors: form.errors, set };
  return (
    <FormDrawer
      opened
      title={t`New organizer`}
      submit={t`Create organizer`}
      isPending={save.isPending}
      onClose={close}
      onSubmit={submit}
      error={form.whole}
      attempts={form.attempts}
    >
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
