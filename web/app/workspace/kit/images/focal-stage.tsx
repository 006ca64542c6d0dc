import type { Crop, FocalPoint } from '@entrada/contract/images';
import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import styles from './editor.module.css';
import type { Size } from './rules.ts';

type FocalStageProps = {
  image: Size & { url: string };
  crop: Crop | null;
  focal: FocalPoint;
  onChange: (focal: FocalPoint) => void;
};

const within = (value: number) => Math.min(Math.max(Math.round(value), 0), 100);

const moves: Record<string, FocalPoint> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * Shows the cropped image with its focal point, which is never cut off. Press, drag or use the arrow keys to move the
 * point.
 */
export function FocalStage({ image, crop, focal, onChange }: FocalStageProps) {
  const { t } = useLingui();
  const area = useRef<HTMLDivElement>(null);
  const part = crop ?? { x: 0, y: 0, width: image.width, height: image.height };
  const percent = (share: number) => `${share * 100}%`;
  const moveTo = ({ clientX, clientY }: PointerEvent) => {
    const box = area.current?.getBoundingClientRect();
    if (!box) return;
    onChange({
      x: within((100 * (clientX - box.left)) / box.width),
      y: within((100 * (clientY - box.top)) / box.height),
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    const step = event.shiftKey ? 10 : 1;
    onChange({ x: within(focal.x + move.x * step), y: within(focal.y + move.y * step) });
  };
  const { x, y } = focal;
  const where = t`Focal point: ${x}% from the left, ${y}% from the top. Move it with the arrow keys.`;
  return (
    <div className={styles.stage}>
      <div
        ref={area}
        className={styles.focalArea}
        style={{
          aspectRatio: `${part.width} / ${part.height}`,
          width: `min(100%, calc(46vh * ${part.width / part.height}))`,
        }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          moveTo(event);
        }}
        onPointerMove={(event) => event.buttons > 0 && moveTo(event)}
      >
        <img
          src={image.url}
          alt=""
          draggable={false}
          style={{
            width: percent(image.width / part.width),
            height: percent(image.height / part.height),
            left: percent(-part.x / part.width),
            top: percent(-part.y / part.height),
          }}
        />
        <button
          type="button"
          className={styles.focal}
          style={{ left: `${x}%`, top: `${y}%` }}
          aria-label={where}
          onKeyDown={onKeyDown}
        />
      </div>
      <span className="visually-hidden" role="status">
        {where}
      </span>
      <p className={styles.hint}>
        <Trans>Press where the important part is. It stays in sight wherever the image is cut to fit.</Trans>
      </p>
    </div>
  );
}
