import { Trans } from '@lingui/react/macro';
import { IconEye } from '@tabler/icons-react';
import styles from './preview-bar.module.css';

/** Tells an organizer that nobody else can see the draft. */
export function PreviewBar({ eventId }: { eventId: number }) {
  return (
    <aside className={styles.bar}>
      <p>
        <IconEye size={18} stroke={1.75} aria-hidden="true" />
        <Trans>Preview of a draft. Only you and your team can see it, and nothing can be bought yet.</Trans>
      </p>
      <a href={`/manage/event/${eventId}`}>
        <Trans>Back to the event</Trans>
      </a>
    </aside>
  );
}
