import { IMAGE } from '@entrada/contract/constants';
import type { Crop, FocalPoint, ImageChange, ImageType } from '@entrada/contract/images';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Modal, SegmentedControl } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { Note } from '../../../ui/notices/note.tsx';
import { Progress } from '../../../ui/notices/progress.tsx';
import { useIsCovered } from '../dialogs/cover.ts';
import { OptionalLabel } from '../fields/labels.tsx';
import { LimitedInput } from '../fields/limited-text.tsx';
import { useAskToDiscard } from '../form/use-leave-guard.ts';
import { CropStage } from './crop-stage.tsx';
import styles from './editor.module.css';
import { FocalStage } from './focal-stage.tsx';
import { CroppedImage } from './part.tsx';
import {
  centredCrop,
  hasAspect,
  imageRules,
  type PercentCrop,
  type Size,
  toPercent,
  toPixels,
} from './rules.ts';

export type EditedImage = Size & {
  url: string;
  /** Undefined for a new upload. */
  crop?: Crop | null;
  focal: FocalPoint;
  alt: string;
};

type ImageEditorProps = {
  type: ImageType;
  title: ReactNode;
  image: EditedImage;
  /** Saves the image. Returns an error message if that fails. */
  save: (
    edit: ImageChange,
    how: { onProgress: (share: number) => void; signal: AbortSignal },
  ) => Promise<ReactNode>;
  close: () => void;
};

type Shape = 'fixed' | 'free';

/** The editor for an image's crop, focal point and alternative text. */
export function ImageEditor({ type, title, image, save, close }: ImageEditorProps) {
  const { t } = useLingui();
  const askToDiscard = useAskToDiscard();
  const isCovered = useIsCovered();
  const { aspect, min } = imageRules[type];
  const [crop, setCrop] = useState<PercentCrop>(() =>
    image.crop === undefined ? centredCrop(image, aspect) : toPercent(image.crop, image),
  );
  const [shape, setShape] = useState<Shape>(() => (hasAspect(crop, image, aspect) ? 'fixed' : 'free'));
  const [focal, setFocal] = useState(image.focal);
  const [alt, setAlt] = useState(image.alt);
  const [step, setStep] = useState<'crop' | 'focal'>('crop');
  const [progress, setProgress] = useState(0);
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<ReactNode>('');
  const running = useRef<AbortController>(null);
  const isCover = type === 'EVENT_COVER';

  const reshape = (next: Shape) => {
    setShape(next);
    if (next === 'fixed' && !hasAspect(crop, image, aspect)) setCrop(centredCrop(image, aspect));
  };
  const submit = async () => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setProblem('');
    setProgress(0);
    setPending(true);
    const edit = { crop: toPixels(crop, image, min), focal, alt: alt.trim() };
    const wrong = await save(edit, { onProgress: setProgress, signal: controller.signal });
    running.current = null;
    setPending(false);
    if (controller.signal.aborted) return;
    if (wrong) setProblem(wrong);
    else close();
  };
  const initial = useRef({ crop, focal, alt });
  const cancel = () => {
    if (running.current) return running.current.abort();
    const isChanged = JSON.stringify({ crop, focal, alt }) !== JSON.stringify(initial.current);
    if (isChanged) askToDiscard({ discard: close });
    else close();
  };
  const part = toPixels(crop, image, min);
  const percent = Math.round(progress * 100);
  return (
    <Modal
      opened
      onClose={cancel}
      title={title}
      size={880}
      closeOnClickOutside={false}
      closeOnEscape={!isCovered}
      classNames={{
        inner: styles.inner,
        content: styles.content,
        body: styles.body,
      }}
    >
      <div className={styles.columns} data-cover={isCover || undefined}>
        <div className={styles.work}>
          {isCover && (
            <SegmentedControl
              aria-label={t`What to set`}
              value={step}
              onChange={(value) => setStep(value === 'focal' ? 'focal' : 'crop')}
              data={[
                { value: 'crop', label: t`Crop` },
                { value: 'focal', label: t`Focal point` },
              ]}
            />
          )}
          {step === 'crop' ? (
            <>
              <CropStage
                image={image}
                crop={crop}
                onChange={setCrop}
                aspect={shape === 'fixed' ? aspect : undefined}
                min={min}
                isDisabled={isPending}
              />
              <div className={styles.shape}>
                <SegmentedControl
                  aria-label={t`Shape`}
                  value={shape}
                  onChange={(value) => reshape(value === 'free' ? 'free' : 'fixed')}
                  data={[
                    { value: 'fixed', label: isCover ? t`Twice as wide as high` : t`Square` },
                    { value: 'free', label: t`Any shape` },
                  ]}
                />
                <Button
                  variant="subtle"
                  onClick={() => {
                    setShape('free');
                    setCrop(toPercent(null, image));
                  }}
                >
                  <Trans>Show all of it</Trans>
                </Button>
              </div>
            </>
          ) : (
            <FocalStage image={image} crop={part} focal={focal} onChange={setFocal} />
          )}
          <LimitedInput
            label={<OptionalLabel>{t`What the image shows`}</OptionalLabel>}
            description={t`Read to people who can’t see it. Leave it empty if the image only decorates.`}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            limit={IMAGE.maxAlt}
            value={alt}
            onChange={(event) => setAlt(event.currentTarget.value)}
          />
        </div>
        <Previews type={type} image={image} crop={part} focal={focal} />
      </div>
      {problem && (
        <Note tone="error" announce>
          {problem}
        </Note>
      )}
      <div className={styles.foot}>
        {isPending && (
          <div className={styles.progress}>
            <Progress label={t`Uploading`} value={percent} max={100} isKey />
            <span className={styles.percent}>
              {percent < 100 ? <Trans>Uploading, {percent}%</Trans> : <Trans>Preparing the image</Trans>}
            </span>
          </div>
        )}
        <Button onClick={cancel}>{isPending ? <Trans>Cancel upload</Trans> : <Trans>Cancel</Trans>}</Button>
        <Button variant="primary" loading={isPending} onClick={() => void submit()}>
          <Trans>Save image</Trans>
        </Button>
      </div>
    </Modal>
  );
}

type PreviewsProps = { type: ImageType; image: EditedImage; crop: Crop | null; focal: FocalPoint };

/** Previews of the image as the pages that show it cut it. */
function Previews({ type, image, crop, focal }: PreviewsProps) {
  const draw = (width: number, height: number, fit: 'cover' | 'contain' = 'cover') => (
    <CroppedImage image={image} crop={crop} focal={focal} width={width} height={height} fit={fit} />
  );
  return (
    <div className={styles.previews}>
      <h3 className={styles.previewTitle}>
        <Trans>Preview</Trans>
      </h3>
      {type === 'EVENT_COVER' ? (
        <>
          <figure>
            {draw(200, 100)}
            <figcaption>
              <Trans>Event page</Trans>
            </figcaption>
          </figure>
          <figure>
            {draw(156, 96)}
            <figcaption>
              <Trans>Phone</Trans>
            </figcaption>
          </figure>
          <figure>
            {draw(64, 64)}
            <figcaption>
              <Trans>Small picture</Trans>
            </figcaption>
          </figure>
        </>
      ) : (
        <>
          <figure>
            {draw(96, 96, 'contain')}
            <figcaption>
              {type === 'ACCOUNT_LOGO' ? <Trans>Account details</Trans> : <Trans>Organizer page</Trans>}
            </figcaption>
          </figure>
          <figure>
            {draw(36, 36, 'contain')}
            <figcaption>
              <Trans>Small picture</Trans>
            </figcaption>
          </figure>
        </>
      )}
    </div>
  );
}
