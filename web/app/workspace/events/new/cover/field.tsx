import { IMAGE } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { bringErrorMessage, errorCodeMessage } from '../../../../platform/api/error-messages.ts';
import { cx } from '../../../../ui/class-names.ts';
import { Note } from '../../../../ui/notices/note.tsx';
import { centredCrop, imageRules, readImage, toPixels } from '../../../kit/images/rules.ts';
import { BOARD, DRAWN_COVERS, type DrawnCover } from './drawn.ts';
import styles from './field.module.css';
import type { NewCover } from './use-upload.tsx';

const TYPE = 'EVENT_COVER';

type CoverFieldProps = { cover: NewCover | null; onChange: (cover: NewCover | null) => void };

/** Chooses the cover of a new event: a file, or one of the drawn covers. It is uploaded once the event exists. */
export function CoverField({ cover, onChange }: CoverFieldProps) {
  const { t, i18n } = useLingui();
  const [problem, setProblem] = useState<ReactNode>('');
  const files = useRef<HTMLInputElement>(null);
  const url = cover && 'url' in cover ? cover.url : null;
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  const { min, aspect } = imageRules[TYPE];
  const choose = async (file: File | undefined) => {
    if (!file) return;
    setProblem('');
    const size = await readImage(file, TYPE);
    if (size === 'IMAGE_TOO_SMALL')
      return setProblem(t`The image is smaller than ${min.width} × ${min.height} pixels.`);
    if (typeof size === 'string') {
      await bringErrorMessage(size);
      return setProblem(errorCodeMessage(i18n, size));
    }
    const crop = toPixels(centredCrop(size, aspect), size, min);
    onChange({ file, url: URL.createObjectURL(file), edit: { crop } });
  };
  const drawnId = cover && 'drawn' in cover ? cover.drawn.id : null;
  return (
    <div className={styles.field}>
      {url && <img className={styles.picture} src={url} alt={t`The chosen cover`} />}
      <fieldset className={styles.drawn} aria-label={t`Drawn covers`}>
        {DRAWN_COVERS.map((drawn, at) => (
          <button
            key={drawn.id}
            type="button"
            className={styles.choice}
            aria-pressed={drawn.id === drawnId}
            aria-label={t`Drawn cover ${at + 1}`}
            onClick={() => onChange(drawn.id === drawnId ? null : { drawn })}
          >
            <Drawing cover={drawn} />
          </button>
        ))}
      </fieldset>
      <div className={styles.buttons}>
        <input
          ref={files}
          type="file"
          hidden
          aria-label={t`Cover image`}
          accept={IMAGE.types.join(',')}
          onChange={(event) => {
            void choose(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        <Button
          leftSection={<IconPhotoPlus size={18} stroke={1.75} />}
          onClick={() => files.current?.click()}
        >
          {url ? <Trans>Replace image</Trans> : <Trans>Choose image</Trans>}
        </Button>
        {cover && (
          <Button
            variant="subtle"
            leftSection={<IconTrash size={18} stroke={1.75} />}
            onClick={() => onChange(null)}
          >
            <Trans>No cover</Trans>
          </Button>
        )}
      </div>
      <p className={styles.hint}>
        {url ? (
          <Trans>The middle of the picture is shown. You can crop it in the settings of the event.</Trans>
        ) : (
          <Trans>
            Take a drawn cover, or a picture: JPEG, PNG or WebP under 5 MB, at least {min.width} ×{' '}
            {min.height}.
          </Trans>
        )}
      </p>
      {problem && (
        <Note tone="error" announce>
          {problem}
        </Note>
      )}
    </div>
  );
}

function Drawing({ cover }: { cover: DrawnCover }) {
  return (
    <svg
      className={cx(styles.drawing)}
      viewBox={`0 0 ${BOARD.width} ${BOARD.height}`}
      style={{ background: cover.paper }}
      aria-hidden="true"
    >
      {cover.shapes.map(({ d, fill }) => (
        <path key={`${fill} ${d}`} d={d} fill={fill} />
      ))}
    </svg>
  );
}
