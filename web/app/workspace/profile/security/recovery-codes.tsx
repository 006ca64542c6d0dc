import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { copyText } from '../../kit/data/copy-link.ts';
import { saveBlob } from '../../kit/data/save-blob.ts';
import { modals } from '../../kit/dialogs/modals.ts';
import { notifyError, notifySuccess } from '../../kit/frame/notify.tsx';
import styles from './security.module.css';

/** Shows new recovery codes, once. `onClosed` runs when the person has gone on. */
export function showRecoveryCodes(codes: string[], title: string, onClosed?: () => void): void {
  const id = modals.open({
    title,
    closeOnClickOutside: false,
    ...(onClosed && { onClose: onClosed }),
    children: <Codes codes={codes} close={() => modals.close(id)} />,
  });
}

function Codes({ codes, close }: { codes: string[]; close: () => void }) {
  const { t } = useLingui();
  const text = `${codes.join('\n')}\n`;
  const copy = async () => {
    if (await copyText(text)) notifySuccess(t`The codes are copied.`);
    else notifyError(t`Your browser does not allow copying. Download or print the codes.`);
  };
  return (
    <div className={styles.form}>
      <p className={styles.quiet}>
        <Trans>
          Each code signs you in once when your phone or passkey is lost. Keep them on paper or in a password
          manager. They are not shown again.
        </Trans>
      </p>
      <ul className={styles.codes} data-recovery-codes>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button
          onClick={() => saveBlob(new Blob([text], { type: 'text/plain' }), 'entrada-recovery-codes.txt')}
        >
          <Trans>Download</Trans>
        </Button>
        <Button onClick={() => window.print()}>
          <Trans>Print</Trans>
        </Button>
        <Button onClick={() => void copy()}>
          <Trans>Copy</Trans>
        </Button>
      </div>
      <Group justify="flex-end">
        <Button variant="ink" onClick={close}>
          <Trans>I have kept them</Trans>
        </Button>
      </Group>
    </div>
  );
}
