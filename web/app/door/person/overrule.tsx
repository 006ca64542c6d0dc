import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { Note } from '../../ui/notices/note.tsx';
import { verdictWords } from '../verdict/words.ts';
import type { Person } from './known.ts';
import styles from './sheet.module.css';

type OverruleProps = {
  /** Why the door would refuse them. */
  verdict: NonNullable<Person['overrulable']>;
  isBusy: boolean;
  onReason: (reason: string) => void;
};

const shortest = 3;

/** Lets somebody in whom the door refuses, with a reason for the log. */
export function Overrule({ verdict, isBusy, onReason }: OverruleProps) {
  const { i18n, t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const given = reason.trim();
  if (!isAsking)
    return (
      <>
        <Note tone="attn">
          <b>{i18n._(verdictWords[verdict].title)}</b> {i18n._(verdictWords[verdict].why)}
        </Note>
        <Button size="door" block onClick={() => setAsking(true)}>
          <Trans>Let in anyway</Trans>
        </Button>
      </>
    );
  return (
    <form
      className={styles.overrule}
      onSubmit={(event) => {
        event.preventDefault();
        if (given.length >= shortest) onReason(given);
      }}
    >
      <TextInput
        label={<Trans>Why are they let in?</Trans>}
        hint={<Trans>The organizer sees it, with the name of your link.</Trans>}
        placeholder={t`Checked with the box office`}
        value={reason}
        autoComplete="off"
        autoFocus
        onChange={(event) => setReason(event.target.value)}
      />
      <Button
        type="submit"
        size="door"
        variant="ink"
        block
        loading={isBusy}
        disabled={given.length < shortest}
      >
        <Trans>Let in anyway</Trans>
      </Button>
    </form>
  );
}
