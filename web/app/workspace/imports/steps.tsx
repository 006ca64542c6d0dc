import { Trans, useLingui } from '@lingui/react/macro';
import { IconCheck } from '@tabler/icons-react';
import styles from './imports.module.css';

const STEPS = ['file', 'preview', 'send'] as const;
export type Step = (typeof STEPS)[number];

/** The three steps of an import, and where the person is. */
export function Steps({ current }: { current: Step }) {
  const { t } = useLingui();
  const words = {
    file: <Trans>File</Trans>,
    preview: <Trans>Columns and preview</Trans>,
    send: <Trans>Send</Trans>,
  };
  const now = STEPS.indexOf(current);
  return (
    <ol className={styles.steps} aria-label={t`Steps of the import`}>
      {STEPS.map((step, at) => (
        <li key={step} aria-current={at === now ? 'step' : undefined} data-done={at < now || undefined}>
          {at < now ? (
            <IconCheck size={18} stroke={1.75} role="img" aria-label={t`Done`} />
          ) : (
            <span className="num">{at + 1}</span>
          )}
          {words[step]}
        </li>
      ))}
    </ol>
  );
}
