import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '../../../../ui/notices/skeleton.tsx';
import { saveBlob } from '../../data/save-blob.ts';
import { LoadFailed } from '../../display/load-failed.tsx';
import { notifyError } from '../../frame/notify.tsx';
import styles from './dialog.module.css';
import { toPng, toSvg, viewBox } from './qr-files.ts';

const SIZE = 148;

type QrCodeProps = {
  address: string;
  /** Without an extension. */
  fileName: string;
};

/** The QR code of an address, drawn in the browser, with its files for print. */
export function QrCode({ address, fileName }: QrCodeProps) {
  const { t } = useLingui();
  const drawn = useQuery({
    queryKey: ['qr', address],
    queryFn: async () => (await import('../../../../platform/qr.ts')).drawQr(address),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const code = drawn.data;
  const savePng = async () => {
    const png = code && (await toPng(code));
    if (png) saveBlob(png, `${fileName}.png`);
    else notifyError(t`The picture could not be made. Take the SVG file.`);
  };
  if (drawn.isError) return <LoadFailed error={drawn.error} retry={() => void drawn.refetch()} />;
  return (
    <div className={styles.qr}>
      {code ? (
        <svg
          className={styles.code}
          width={SIZE}
          height={SIZE}
          viewBox={viewBox(code)}
          shapeRendering="crispEdges"
          role="img"
          aria-label={t`QR code of the event page`}
        >
          <path d={code.path} />
        </svg>
      ) : (
        <Skeleton width={SIZE} height={SIZE} />
      )}
      <div className={styles.qrWords}>
        <h3>
          <Trans>QR code</Trans>
        </h3>
        <p className={styles.quiet}>
          <Trans>For posters and flyers. It opens the event page.</Trans>
        </p>
        <div className={styles.buttons}>
          <Button
            disabled={!code}
            aria-label={t`Download the QR code as SVG`}
            onClick={() => code && saveBlob(toSvg(code), `${fileName}.svg`)}
          >
            SVG
          </Button>
          <Button disabled={!code} aria-label={t`Download the QR code as PNG`} onClick={() => void savePng()}>
            PNG
          </Button>
        </div>
      </div>
    </div>
  );
}
