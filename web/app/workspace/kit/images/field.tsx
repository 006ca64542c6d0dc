import { IMAGE } from '@entrada/contract/constants';
import type { Cover, EditableImage, ImageChange } from '@entrada/contract/images';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../platform/api/error.ts';
import { bringErrorMessage, errorCodeMessage, errorMessage } from '../../../platform/api/error-messages.ts';
import { focalPosition } from '../../../ui/brand/cover-image.tsx';
import { cx } from '../../../ui/class-names.ts';
import { Note } from '../../../ui/notices/note.tsx';
import { useChange } from '../data/use-change.ts';
import { askFirst } from '../frame/confirm.tsx';
import { notifySuccess } from '../frame/notify.tsx';
import { lateDrawer } from '../late/drawer.tsx';
import { changeImage, type ImageHome, imageType, loadImage, removeImage, uploadImage } from './calls.ts';
import { DropZone } from './drop-zone.tsx';
import type { EditedImage } from './editor.tsx';
import styles from './field.module.css';
import { imageRules, readImage } from './rules.ts';

/** Loads when a hand comes near the buttons. */
const ImageEditor = lateDrawer(async () => (await import('./editor.tsx')).ImageEditor);

const ahead = { onPointerEnter: ImageEditor.ahead, onFocus: ImageEditor.ahead };

type ImageFieldProps = {
  home: ImageHome;
  /** The current image, or null. */
  image: Cover | null;
  /** The alternative text of the picture on this page: "Cover of Marea". */
  alt: string;
  /** The queries to read again after a change, and no others. */
  touches: readonly QueryKey[];
  isDisabled?: boolean;
};

/** The image in the editor: a newly chosen file, or the current image. */
type Editing = { image: EditedImage } & ({ file: File } | { imageId: number });

/** A field for a cover or a logo. It saves the image as soon as the user has cropped it. */
export function ImageField({ home, image, alt, touches, isDisabled = false }: ImageFieldProps) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const words = useImageWords(home);
  const type = imageType(home);
  const { min, recommended } = imageRules[type];
  const files = useRef<HTMLInputElement>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [problem, setProblem] = useState<ReactNode>('');
  const fileUrl = editing && 'file' in editing ? editing.image.url : null;
  useEffect(() => () => void (fileUrl && URL.revokeObjectURL(fileUrl)), [fileUrl]);
  const chooser = useRef<HTMLButtonElement>(null);
  const cropper = useRef<HTMLButtonElement>(null);
  const opener = useRef<HTMLButtonElement | null>(null);
  // The editor's focus trap disappears together with the editor, so the focus is returned here.
  useEffect(() => {
    if (editing) opener.current = ('file' in editing ? chooser : cropper).current;
    else opener.current?.focus();
  }, [editing]);

  const tooSmall = t`The image is smaller than ${min.width} × ${min.height} pixels.`;
  const say = (error: unknown) =>
    error instanceof ApiError && error.code === 'IMAGE_TOO_SMALL' ? tooSmall : errorMessage(i18n, error);
  const choose = async (file: File) => {
    setProblem('');
    ImageEditor.ahead();
    const read = await readImage(file, type);
    if (read === 'IMAGE_TOO_SMALL') return setProblem(tooSmall);
    if (typeof read === 'string') {
      await bringErrorMessage(read);
      return setProblem(errorCodeMessage(i18n, read));
    }
    const url = URL.createObjectURL(file);
    setEditing({ file, image: { ...read, url, focal: { x: 50, y: 50 }, alt: '' } });
  };
  const edit = useChange({
    run: () => loadImage(home),
    onDone: (found) => found && setEditing({ imageId: found.id, image: toEdited(found) }),
  });
  const save = async (
    change: ImageChange,
    how: { onProgress: (share: number) => void; signal: AbortSignal },
  ): Promise<ReactNode> => {
    if (!editing) return '';
    try {
      if ('file' in editing) await uploadImage({ home, image: editing.file, edit: change, ...how });
      else await changeImage({ home, imageId: editing.imageId, edit: change });
    } catch (error) {
      return say(error);
    }
    for (const queryKey of touches) void client.invalidateQueries({ queryKey });
    notifySuccess(words.saved);
    return '';
  };
  const remove = useChange({
    run: (imageId: number) => removeImage(home, imageId),
    invalidates: () => touches,
    success: () => words.removed,
  });
  const askRemove = (imageId: number) =>
    askFirst({
      title: words.askRemove,
      text: words.afterRemove,
      keep: words.keep,
      confirm: words.remove,
      run: () => remove.start(imageId),
    });
  const isCover = type === 'EVENT_COVER';
  return (
    <div className={styles.field}>
      {image && <Shown image={image} alt={alt} isCover={isCover} />}
      <DropZone
        label={words.label}
        types={IMAGE.types}
        input={files}
        isDisabled={isDisabled}
        // No file is refused here, because the messages below explain every refusal.
        onFile={(file) => void choose(file)}
      >
        <div className={styles.dropWords}>
          <IconPhotoPlus size={24} stroke={1.75} aria-hidden="true" />
          <div>
            <div className={styles.dropTitle}>
              {image ? <Trans>Drop another image here</Trans> : <Trans>Drop an image here</Trans>}
            </div>
            <div className={styles.text}>
              <Trans>
                JPEG, PNG or WebP under 5 MB, at least {min.width} × {min.height}. {recommended.width} ×{' '}
                {recommended.height} looks best.
              </Trans>
            </div>
          </div>
        </div>
        <div className={styles.dropButtons}>
          <Button ref={chooser} {...ahead} disabled={isDisabled} onClick={() => files.current?.click()}>
            {image ? <Trans>Replace image</Trans> : <Trans>Choose image</Trans>}
          </Button>
          {image && (
            <>
              <Button
                ref={cropper}
                {...ahead}
                disabled={isDisabled}
                loading={edit.isPending}
                onClick={() => void edit.start(undefined)}
              >
                {isCover ? <Trans>Crop and focal point</Trans> : <Trans>Crop</Trans>}
              </Button>
              <Button variant="danger" disabled={isDisabled} onClick={() => askRemove(image.id)}>
                <Trans>Remove</Trans>
              </Button>
            </>
          )}
        </div>
      </DropZone>
      {problem && (
        <Note tone="error" announce>
          {problem}
        </Note>
      )}
      {editing && (
        <ImageEditor
          type={type}
          title={words.edit}
          image={editing.image}
          save={save}
          close={() => setEditing(null)}
        />
      )}
    </div>
  );
}

function toEdited({ original, crop, focal, alt }: EditableImage): EditedImage {
  return { ...original, crop, focal, alt };
}

function Shown({ image, alt, isCover }: { image: Cover; alt: string; isCover: boolean }) {
  const byWidth = [...image.sources].sort((a, b) => a.width - b.width);
  const source = byWidth.find(({ width }) => width >= (isCover ? 960 : 192)) ?? byWidth.at(-1);
  return (
    <img
      className={cx(styles.image, isCover ? styles.cover : styles.logo)}
      src={source?.url}
      width={image.width}
      height={image.height}
      alt={image.alt || alt}
      style={{ objectPosition: focalPosition(image.focal) }}
    />
  );
}

function useImageWords(home: ImageHome) {
  const { t } = useLingui();
  if (home !== 'account' && 'eventId' in home) {
    return {
      label: t`Cover image`,
      edit: t`Cover image`,
      saved: t`The cover is saved.`,
      removed: t`The cover is removed.`,
      askRemove: t`Remove the cover?`,
      afterRemove: t`The event page and the lists show a plain block instead.`,
      keep: t`Keep cover`,
      remove: t`Remove cover`,
    };
  }
  return {
    label: t`Logo`,
    edit: t`Logo`,
    saved: t`The logo is saved.`,
    removed: t`The logo is removed.`,
    askRemove: t`Remove the logo?`,
    afterRemove:
      home === 'account'
        ? t`The menu shows the initials of the account instead.`
        : t`The organizer page shows its initials instead.`,
    keep: t`Keep logo`,
    remove: t`Remove logo`,
  };
}
