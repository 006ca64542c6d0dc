import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Space } from '../../../ui/space.tsx';
import { useEvent } from '../../kit/data/event.ts';
import styles from './compose.module.css';
import type { DraftForm } from './use-draft.ts';

/** The head of the form: the way back, and whether the draft is saved. */
export function ComposeHead({ form, list }: { form: DraftForm; list: string }) {
  const { t } = useLingui();
  const event = useEvent();
  const { state, base } = form;
  const title = base ? t`Draft` : t`New message`;
  return (
    <header className={styles.head}>
      <title>{[title, event.title, 'Entrada'].join(' · ')}</title>
      <Link className={styles.back} to={list} aria-label={t`Back to the messages`}>
        <IconArrowLeft size={20} stroke={1.75} aria-hidden="true" />
      </Link>
      <h1>{title}</h1>
      <span className={styles.state} data-state={state} role="status">
        {state === 'saved' && base && <Trans>Draft saved</Trans>}
        {state === 'saving' && <Trans>Saving</Trans>}
        {state === 'waiting' && <Trans>Not saved yet</Trans>}
        {state === 'refused' && <Trans>Not saved</Trans>}
        {state === 'failed' && (
          <>
            <Trans>Not saved. It is tried again.</Trans>
            <Space />
            <button type="button" className="link" onClick={() => void form.flush()}>
              <Trans>Try now</Trans>
            </button>
          </>
        )}
      </span>
    </header>
  );
}
