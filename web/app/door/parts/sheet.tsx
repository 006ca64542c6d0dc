import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './sheet.module.css';
import { usePullDown } from './use-pull-down.ts';

type SheetProps = {
  title: ReactNode;
  /** At the end of the line of the title. */
  beside?: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/**
 * A dialog that rises from below; in the middle of a wide screen. Escape, a press beside it and pulling it down close it,
 * and the focus goes back.
 */
export function Sheet({ title, beside, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const pull = usePullDown(dialog, onClose);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    // A dialog that leaves the page gives the focus back to nobody by itself.
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog itself answers Escape through onCancel
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={styles.grabber} aria-hidden="true" {...pull} />
      <div className={styles.content}>
        <div className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {beside}
        </div>
        {children}
      </div>
    </dialog>
  );
}
