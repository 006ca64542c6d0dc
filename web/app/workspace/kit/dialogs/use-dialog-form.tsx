import { useLingui } from '@lingui/react/macro';
import { Button, Group, Modal } from '@mantine/core';
import { type ReactNode, use, useEffect, useRef, useState } from 'react';
import styles from '../frame/confirm.module.css';
import { coverDialogs, useOwnEscape } from './cover.ts';
import { DialogContext, modals } from './modals.ts';

type DialogForm = { isDirty: boolean; isPending: boolean; close: () => void };

/**
 * A form in a dialog. Whatever would close the dialog asks first if something was typed, and does nothing while it saves.
 * `leave` closes it likewise. `question` must stand in the form.
 */
export function useDialogForm({ isDirty, isPending, close }: DialogForm): {
  leave: () => void;
  question: ReactNode;
} {
  const { t } = useLingui();
  const id = use(DialogContext);
  const [isAsked, setAsked] = useState(false);
  const isHeld = isDirty || isPending;
  const leave = () => {
    if (isPending) return;
    if (isDirty) setAsked(true);
    else close();
  };
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    if (id === null || !isHeld) return;
    const release = modals.hold(id);
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.matches('.mantine-Modal-overlay')) latest.current();
    };
    document.addEventListener('click', onClick);
    return () => {
      document.removeEventListener('click', onClick);
      release();
    };
  }, [id, isHeld]);
  useOwnEscape(isHeld, leave);
  useEffect(() => (isAsked ? coverDialogs() : undefined), [isAsked]);
  const keep = () => setAsked(false);
  const question = (
    <Modal
      opened={isAsked}
      onClose={keep}
      title={t`Discard your changes?`}
      size={460}
      zIndex={302}
      withCloseButton={false}
    >
      <p className={styles.text}>{t`What you changed here has not been saved.`}</p>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button onClick={keep} data-autofocus>{t`Keep editing`}</Button>
        <Button variant="danger-solid" onClick={close}>{t`Discard changes`}</Button>
      </Group>
    </Modal>
  );
  return { leave, question };
}
