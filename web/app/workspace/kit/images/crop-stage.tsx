import 'react-image-crop/dist/ReactCrop.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { ReactCrop } from 'react-image-crop';
import styles from './editor.module.css';
import type { PercentCrop, Size } from './rules.ts';

type CropStageProps = {
  image: Size & { url: string };
  crop: PercentCrop;
  onChange: (crop: PercentCrop) => void;
  aspect: number | undefined;
  /** The smallest crop, in pixels of the image. */
  min: Size;
  isDisabled: boolean;
};

/**
 * Shows the image with the crop drawn on it. The pointer changes the crop, or the arrow keys on the crop and its
 * handles.
 */
export function CropStage({ image, crop, onChange, aspect, min, isDisabled }: CropStageProps) {
  const { t } = useLingui();
  const drawn = useRef<HTMLImageElement>(null);
  const [scale, setScale] = useState(0);
  const labels = {
    cropArea: t`Part that is shown. Move it with the arrow keys.`,
    nwDragHandle: t`Top left corner. Move it with the arrow keys.`,
    nDragHandle: t`Top edge. Move it with the arrow keys.`,
    neDragHandle: t`Top right corner. Move it with the arrow keys.`,
    eDragHandle: t`Right edge. Move it with the arrow keys.`,
    seDragHandle: t`Bottom right corner. Move it with the arrow keys.`,
    sDragHandle: t`Bottom edge. Move it with the arrow keys.`,
    swDragHandle: t`Bottom left corner. Move it with the arrow keys.`,
    wDragHandle: t`Left edge. Move it with the arrow keys.`,
  };
  return (
    <div className={styles.stage}>
      <ReactCrop
        className={styles.crop}
        crop={crop}
        onChange={(_, percent) => percent.width > 0 && percent.height > 0 && onChange(percent)}
        keepSelection
        ruleOfThirds
        disabled={isDisabled}
        minWidth={Math.floor(min.width * scale)}
        minHeight={Math.floor(min.height * scale)}
        ariaLabels={labels}
        {...(aspect !== undefined && { aspect })}
      >
        <img
          ref={drawn}
          src={image.url}
          alt={t`All of what was uploaded`}
          width={image.width}
          height={image.height}
          onLoad={() => setScale((drawn.current?.clientWidth ?? 0) / image.width)}
        />
      </ReactCrop>
      <p className={styles.hint}>
        <Trans>
          Drag the part and its corners, or use the arrow keys; with Shift they take larger steps.
        </Trans>
      </p>
    </div>
  );
}
