import { Trans, useLingui } from '@lingui/react/macro';
import { IconShare2 } from '@tabler/icons-react';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { cx } from '../../ui/class-names.ts';
import styles from './share-button.module.css';

/** Shares or copies the link. The button needs a script, so it is hidden until `enhancePage` finds it. */
export function ShareButton({ title, url }: { title: string; url: string }) {
  const { t } = useLingui();
  return (
    <>
      <button
        type="button"
        className={cx(buttonClass({ variant: 'ghost', size: 'md' }), styles.share)}
        hidden
        data-share={url}
        data-title={title}
        data-copied={t`Link copied`}
      >
        <IconShare2 size={18} stroke={1.75} aria-hidden="true" />
        <span className="visually-hidden-if-narrow" data-words>
          <Trans>Share</Trans>
        </span>
      </button>
      <span className="visually-hidden" role="status" data-share-status />
    </>
  );
}
