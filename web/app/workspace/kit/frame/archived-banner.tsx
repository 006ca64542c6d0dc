import { Trans, useLingui } from '@lingui/react/macro';
import { Note } from '../../../ui/notices/note.tsx';
import { useEvent } from '../data/event.ts';
import { useSession } from '../data/session.ts';
import { useEventActions } from '../event-actions/provider.tsx';
import styles from './email-banner.module.css';

/** On every page of an archived event, says why nothing can be changed and how to restore the event. */
export function ArchivedBanner() {
  const { t } = useLingui();
  const event = useEvent();
  const { may } = useSession();
  const actions = useEventActions();
  if (event.status !== 'archived') return null;
  return (
    <aside className={styles.banner} aria-label={t`Archived event`}>
      <Note
        tone="info"
        action={
          may('events.write') && (
            <button type="button" className="link" onClick={() => actions.restore(event)}>
              <Trans>Restore event</Trans>
            </button>
          )
        }
      >
        <Trans>
          This event is archived. Its page is closed, and nothing that it sells, asks or shows can be changed
          until you restore it.
        </Trans>
      </Note>
    </aside>
  );
}
