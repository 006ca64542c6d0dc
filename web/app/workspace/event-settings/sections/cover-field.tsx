import type { EventDetail } from '@entrada/contract/catalog/events';
import { useLingui } from '@lingui/react/macro';
import { keys } from '../../kit/data/keys.ts';
import { useSession } from '../../kit/data/session.ts';
import { ImageField } from '../../kit/images/field.tsx';

/** The field of the cover image. It saves the image as soon as the user has chosen one. */
export function CoverField({ event }: { event: EventDetail }) {
  const { t } = useLingui();
  const { may } = useSession();
  return (
    <ImageField
      home={{ eventId: event.id }}
      image={event.cover}
      alt={t`Cover of ${event.title}`}
      touches={[keys.event(event.id), keys.design(event.id), keys.events]}
      isDisabled={!may('events.write') || event.status === 'archived'}
    />
  );
}
