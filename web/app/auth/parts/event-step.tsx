import type { Organizer } from '@entrada/contract/catalog/organizers';
import { LIMITS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { useHydrated } from '../../platform/use-hydrated.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ButtonLink } from '../../ui/buttons/link.tsx';
import { MomentField } from '../../ui/form/date/moment-field.tsx';
import { RadioGroup } from '../../ui/form/radio-group.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import type { Refused } from '../refusal.ts';
import styles from './form.module.css';
import { Frame } from './frame.tsx';
import { RefusalNote } from './refusal-note.tsx';
import { useRefusal } from './use-refusal.ts';
import { useZone, ZoneField } from './zone-field.tsx';

const fields = ['title', 'startsAt', 'endsAt', 'timezone'] as const;

type EventStepProps = {
  organizer: Organizer;
  siteUrl: string;
  zones: string[];
  refused: Refused | undefined;
};

/** Second step: a first event, as a draft. */
export function EventStep({ organizer, siteUrl, zones, refused }: EventStepProps) {
  const { t } = useLingui();
  const { refusal, typed } = refused ?? {};
  const { form, errors } = useRefusal(refusal);
  const [zone, setZone] = useZone(typed?.['timezone'] || organizer.timezone);
  const isBusy = useNavigation().formMethod === 'POST';
  const address = `${siteUrl.replace(/^https?:\/\//, '')}/${organizer.slug}`;
  return (
    <Frame
      isSignedIn
      step={2}
      title={t`Your first event`}
      heading={<Trans>Your first event</Trans>}
      lead={
        <Trans>
          It stays a draft until you publish it. {organizer.name} has its page at {address}.
        </Trans>
      }
    >
      <Form method="post" noValidate ref={form} className={styles.form}>
        <RefusalNote refusal={refusal} fields={fields} />
        <input type="hidden" name="step" value="event" />
        <input type="hidden" name="organizerId" value={organizer.id} />
        <TextInput
          label={t`Event name`}
          name="title"
          maxLength={LIMITS.name}
          defaultValue={typed?.['title']}
          error={errors['title']}
        />
        <MomentField
          label={t`Starts`}
          name="startsAt"
          timezone={zone}
          defaultValue={typed?.['startsAt']}
          error={errors['startsAt']}
        />
        <MomentField
          label={t`Ends`}
          optional
          name="endsAt"
          timezone={zone}
          defaultValue={typed?.['endsAt']}
          hint={<Trans>Without an end the event lasts 24 hours.</Trans>}
          error={errors['endsAt']}
        />
        <ZoneField zones={zones} value={zone} onChange={setZone} error={errors['timezone']} />
        <Place typed={typed} />
        <Button type="submit" variant="primary" size="xl" block loading={isBusy}>
          <Trans>Create event</Trans>
        </Button>
        <ButtonLink to="/manage/events" variant="ghost" size="xl" block reloadDocument>
          <Trans>Skip for now</Trans>
        </ButtonLink>
      </Form>
    </Frame>
  );
}

function Place({ typed }: { typed: Refused['typed'] | undefined }) {
  const { t } = useLingui();
  const [place, setPlace] = useState(typed?.['place'] === 'online' ? 'online' : 'venue');
  // Without scripts the fields of a venue stay visible. They are ignored for an online event.
  const isHydrated = useHydrated();
  const hasVenue = place === 'venue' || !isHydrated;
  return (
    <>
      <RadioGroup
        label={t`Where`}
        name="place"
        defaultValue={place}
        onChange={setPlace}
        options={[
          { value: 'venue', label: t`At a venue` },
          { value: 'online', label: t`Online` },
        ]}
      />
      {hasVenue && (
        <div className={styles.two}>
          <TextInput
            label={t`Venue`}
            optional
            name="venueName"
            maxLength={LIMITS.address}
            defaultValue={typed?.['venueName']}
          />
          <TextInput
            label={t`City`}
            optional
            name="city"
            autoComplete="address-level2"
            maxLength={LIMITS.address}
            defaultValue={typed?.['city']}
          />
        </div>
      )}
    </>
  );
}
