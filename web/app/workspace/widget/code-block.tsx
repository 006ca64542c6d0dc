import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { copyText } from '../kit/data/copy-link.ts';
import { notifyError } from '../kit/frame/notify.tsx';
import styles from './widget.module.css';

/** Code to read and to copy. */
export function CodeBlock({ code, name }: { code: string; name: string }) {
  const { t } = useLingui();
  const [copied, setCopied] = useState('');
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(''), 4000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    if (await copyText(code)) setCopied(code);
    else notifyError(t`The browser does not allow copying. Select the code and copy it yourself.`);
  };
  const isCopied = copied === code;
  return (
    <div className={styles.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section tabIndex={0} aria-label={name}>
        <pre>
          <code>{code}</code>
        </pre>
      </section>
      <Button
        leftSection={isCopied ? <IconCheck size={16} stroke={1.75} /> : <IconCopy size={16} stroke={1.75} />}
        onClick={() => void copy()}
      >
        {isCopied ? <Trans>Copied</Trans> : <Trans>Copy code</Trans>}
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied && <Trans>Copied</Trans>}
      </span>
    </div>
  );
}
