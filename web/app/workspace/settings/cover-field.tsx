import '@mantine/dropzone/styles.css';
import { IMAGE } from '@entrada/contract/constants';
import type { EventDetail } from '@entrada/contract/events';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { errorCodeMessage, errorMessage } from '../../platform/error-messages.ts';
import { Note } from '../../ui/note.tsx';
import { Progress } from '../../ui/progress.tsx';
import { workspaceErrors } from '../error-messages.ts';
import { keys } from '../keys.ts';
import { askFirst } from '../shell/confirm.tsx';
import { useChange } from '../shell/use-change.ts';
import { removeCover, uploadCover } from './api.ts';
import { refuseCover } from './cover-check.ts';
import styles from './settings.module.css';

/** The cover image, which is stored as soon as it is chosen. */
export function CoverField({ event }: { event: EventDetail }) {
  const { t, i18n } = useLingui();
  const openFiles = useRef<() => void>(null);
  const [progress, setProgress] = useState(0);
  const [problem, setProblem] = useState('');
  const touched = () => [keys.event(event.id), keys.events];
  const upload = useChange({
    run: (file: File) => uploadCover(event.id, file, setProgress),
    invalidates: touched,
    success: () => t`The cover is saved.`,
    onError: (error) => {
      setProblem(errorMessage(i18n, error, workspaceErrors));
      return true;
    },
  });
  const remove = useChange({
    run: (imageId: number) => removeCover(event.id, imageId),
    invalidates: touched,
    success: () => t`The cover is removed.`,
  });
  const choose = async (file: File | undefined) => {
    if (!file) return;
    setProblem('');
    setProgress(0);
    const refusal = await refuseCover(file);
    if (refusal) return setProblem(errorCodeMessage(i18n, refusal, workspaceErrors));
    await upload.start(file);
  };
  const { cover } = event;
  const askRemove = (imageId: number) =>
    askFirst({
      title: t`Remove the cover?`,
      text: t`The event page and the lists show a plain block instead.`,
      keep: t`Keep cover`,
      confirm: t`Remove cover`,
      run: () => remove.start(imageId),
    });
  const widest =
    cover && [...cover.sources].sort((a, b) => a.width - b.width).find(({ width }) => width >= 960);
  const source = widest ?? cover?.sources[0];
  const percent = Math.round(progress * 100);
  return (
    <div className={styles.cover}>
      {cover && source && (
        <img
          className={styles.coverImage}
          src={source.url}
          width={cover.width}
          height={cover.height}
          alt={t`Cover of ${event.title}`}
        />
      )}
      <Dropzone
        className={styles.drop ?? ''}
        openRef={openFiles}
        multiple={false}
        activateOnClick={false}
        disabled={upload.isPending}
        inputProps={{ 'aria-label': t`Cover image` }}
        accept={[...IMAGE.types]}
        // Refusals are told in words below, so nothing is filtered here.
        validator={() => null}
        onDropAny={(files, rejections) => void choose(files[0] ?? rejections[0]?.file)}
        onDrop={() => undefined}
      >
        <div className={styles.dropWords}>
          <IconPhotoPlus size={24} stroke={1.75} aria-hidden="true" />
          <div>
            <div className={styles.dropTitle}>
              {cover ? <Trans>Drop another image here</Trans> : <Trans>Drop an image here</Trans>}
            </div>
            <div className={styles.text}>
              <Trans>
                JPEG, PNG or WebP under 5 MB, at least {IMAGE.coverMinWidth} × {IMAGE.coverMinHeight}.{' '}
                {IMAGE.coverRecommendedWidth} × {IMAGE.coverRecommendedHeight} looks best.
              </Trans>
            </div>
          </div>
        </div>
        <div className={styles.dropButtons}>
          <Button loading={upload.isPending} onClick={() => openFiles.current?.()}>
            {cover ? <Trans>Replace image</Trans> : <Trans>Choose image</Trans>}
          </Button>
          {cover && (
            <Button variant="danger" disabled={upload.isPending} onClick={() => askRemove(cover.id)}>
              <Trans>Remove</Trans>
            </Button>
          )}
        </div>
      </Dropzone>
      {upload.isPending && (
        <div>
          <Progress label={t`Uploading`} value={percent} max={100} isKey />
          <p className={styles.text}>
            {percent < 100 ? <Trans>Uploading, {percent}%</Trans> : <Trans>Preparing the image</Trans>}
          </p>
        </div>
      )}
      {problem && (
        <Note tone="error" announce>
          {problem}
        </Note>
      )}
    </div>
  );
}
