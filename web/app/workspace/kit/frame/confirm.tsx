import { Button, Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { modals } from '../dialogs/modals.ts';
import styles from './confirm.module.css';

export type Question = {
  /** The question, with the verb: "Archive this event?" */
  title: ReactNode;
  /** The consequence in one sentence. */
  text: ReactNode;
  /** The button that confirms repeats the verb: "Archive event". */
  confirm: string;
  /** The button that cancels: "Keep event". */
  keep: string;
  /** Without danger, the button that confirms has the focus. */
  tone?: 'danger-solid' | 'ink';
  /** A change without danger that cannot be taken back: the button that cancels has the focus. */
  isFinal?: boolean;
};

type Confirm = Question & {
  /** Returns whether the question should close. */
  run: () => Promise<boolean>;
  onKeep?: () => void;
};

const FOCUS = { 'data-autofocus': true };

/**
 * Asks before a change with consequences, and stays open while the change runs. Returns a function that closes the
 * question.
 */
export function askFirst(question: Confirm): () => void {
  let isConfirmed = false;
  const run = async () => {
    isConfirmed = await question.run();
    return isConfirmed;
  };
  const id = modals.open({
    title: question.title,
    onClose: () => {
      if (!isConfirmed) question.onKeep?.();
    },
    children: <Body question={{ ...question, run }} close={() => modals.close(id)} />,
  });
  return () => modals.close(id);
}

function Body({ question, close }: { question: Confirm; close: () => void }) {
  const { tone = 'danger-solid', isFinal = tone === 'danger-solid' } = question;
  const [isPending, setPending] = useState(false);
  const confirm = async () => {
    setPending(true);
    const isDone = await question.run();
    if (isDone) close();
    else setPending(false);
  };
  return (
    <>
      <p className={styles.text}>{question.text}</p>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button onClick={close} disabled={isPending} {...(isFinal && FOCUS)}>
          {question.keep}
        </Button>
        <Button variant={tone} loading={isPending} {...(!isFinal && FOCUS)} onClick={() => void confirm()}>
          {question.confirm}
        </Button>
      </Group>
    </>
  );
}
