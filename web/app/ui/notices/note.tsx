import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { cx } from '../class-names.ts';
import styles from './note.module.css';

type NoteTone = 'error' | 'attn' | 'info' | 'ok';

const icons = { error: IconAlertCircle, attn: IconAlertTriangle, info: IconInfoCircle, ok: IconCircleCheck };

export type NoteProps = {
  tone: NoteTone;
  children: ReactNode;
  /** A link or button after the words. */
  action?: ReactNode;
  /** Screen readers announce the note when it appears: errors at once, others after a pause. */
  announce?: boolean;
  /** For a note that takes the focus. */
  ref?: Ref<HTMLDivElement>;
};

/** A tinted line that needs attention. */
export function Note({ tone, children, action, announce = false, ref }: NoteProps) {
  const Icon = icons[tone];
  const role = tone === 'error' ? 'alert' : 'status';
  return (
    <div
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      className={cx(styles.note, styles[tone])}
      role={announce ? role : undefined}
    >
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <div className={styles.words}>
        {children} {action}
      </div>
    </div>
  );
}
