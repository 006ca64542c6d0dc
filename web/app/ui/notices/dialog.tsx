import { useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from '../buttons/icon-button.tsx';
import { cx } from '../class-names.ts';
import styles from './dialog.module.css';
import { focusFirstField } from './first-field.ts';

type DialogProps = {
  isOpen: boolean;
  /**
   * Called by Escape, the close button and a press outside. Leave it out if only the actions may close the dialog.
   */
  onClose?: () => void;
  /** A confirmation uses the same verb here and in its buttons. */
  title: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** `side`: at the right edge and as high as the window, on a phone all of it. */
  look?: 'box' | 'side';
};

/**
 * A modal dialog based on the browser's own: it traps the focus, returns it and closes on Escape. The focus begins in the
 * first field.
 */
export function Dialog({ isOpen, onClose, title, children, actions, look = 'box' }: DialogProps) {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (isOpen && element && !element.open) {
      element.showModal();
      focusFirstField(element);
    }
    if (!isOpen && element?.open) element.close();
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog itself answers Escape through onCancel
    <dialog
      ref={dialog}
      className={cx(styles.dialog, look === 'side' && styles.side)}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose?.()}
    >
      {isOpen && (
        <div className={styles.sheet}>
          <div className={styles.head}>
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            {onClose && (
              <IconButton
                label={t`Close`}
                icon={<IconX size={18} stroke={1.75} aria-hidden="true" />}
                onClick={onClose}
                className={styles.close}
              />
            )}
          </div>
          {children && <div className={styles.body}>{children}</div>}
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
    </dialog>
  );
}
