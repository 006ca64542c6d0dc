import type { Cover } from '@entrada/contract/images';
import { focalPosition } from '../../../ui/brand/cover-image.tsx';
import styles from './cover-thumb.module.css';

type CoverThumbProps = { cover: Cover | null; width: number; height: number };

/**
 * A small picture of an event, or a drawn door if the event has no picture. It has no text of its own, because the
 * title stands beside it.
 */
export function CoverThumb({ cover, width, height }: CoverThumbProps) {
  if (!cover) {
    return (
      <span className={styles.none} style={{ width, height }} aria-hidden="true">
        <svg viewBox="0 0 24 24" height="55%" aria-hidden="true">
          <path d="M7 24V12.2a5 5 0 0 1 10 0V24z" fill="currentColor" />
        </svg>
      </span>
    );
  }
  const byWidth = [...cover.sources].sort((a, b) => a.width - b.width);
  const source = byWidth.find((one) => one.width >= width * 2) ?? byWidth.at(-1);
  return (
    <img
      className={styles.image}
      src={source?.url}
      width={width}
      height={height}
      style={{ width, height, objectPosition: focalPosition(cover.focal) }}
      alt=""
      loading="lazy"
    />
  );
}
