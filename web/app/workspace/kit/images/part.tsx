import type { Crop, FocalPoint } from '@entrada/contract/images';
import styles from './editor.module.css';
import type { Size } from './rules.ts';

type CroppedImageProps = {
  image: Size & { url: string };
  crop: Crop | null;
  focal: FocalPoint;
  width: number;
  height: number;
  fit: 'cover' | 'contain';
};

/** Shows a crop of an image in a frame, cut around the focal point like on the public page. */
export function CroppedImage({ image, crop, focal, width, height, fit }: CroppedImageProps) {
  const part = crop ?? { x: 0, y: 0, width: image.width, height: image.height };
  const scales = [width / part.width, height / part.height] as const;
  const scale = fit === 'cover' ? Math.max(...scales) : Math.min(...scales);
  const shift = (room: number, size: number, percent: number) => ((room - size * scale) * percent) / 100;
  const centre = fit === 'cover' ? focal : { x: 50, y: 50 };
  const frame = {
    width: Math.min(width, part.width * scale),
    height: Math.min(height, part.height * scale),
  };
  return (
    <span className={styles.frame} style={{ width, height }} aria-hidden="true">
      <span className={styles.cut} style={frame}>
        <img
          src={image.url}
          alt=""
          style={{
            width: image.width * scale,
            height: image.height * scale,
            left: shift(frame.width, part.width, centre.x) - part.x * scale,
            top: shift(frame.height, part.height, centre.y) - part.y * scale,
          }}
        />
      </span>
    </span>
  );
}
