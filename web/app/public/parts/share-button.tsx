import { Trans, useLingui } from '@lingui/react/macro';
import { IconCheck, IconShare2 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useHydrated } from '../../platform/use-hydrated.ts';
import { Button } from '../../ui/button.tsx';
import styles from './share-button.module.css';

/** Shares by the device's own sheet where there is one, else copies the link. Needs scripts, so it comes with them. */
export function ShareButton({ title, url }: { title: string; url: string }) {
  const { t } = useLingui();
  const isHydrated = useHydrated();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 4000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const share = async () => {
    try {
      if (navigator.share) await navigator.share({ title, url });
      else {
        await navigator.clipboard.writeText(url);
        setCopied(true);
      }
    } catch {
      // The visitor closed the sheet, or the browser forbids both; the address bar still has the link.
    }
  };
  const Icon = isCopied ? IconCheck : IconShare2;
  return (
    <Button
      variant="ghost"
      size="md"
      className={styles.share}
      hidden={!isHydrated}
      icon={<Icon size={18} stroke={1.75} aria-hidden="true" />}
      onClick={() => void share()}
    >
      <span className={styles.words}>{isCopied ? <Trans>Link copied</Trans> : <Trans>Share</Trans>}</span>
      <span className="visually-hidden" role="status">
        {isCopied ? t`Link copied` : ''}
      </span>
    </Button>
  );
}
