import styles from './skeleton.module.css';

/**
 * A block in the shape of the content that loads. It appears after 200 ms, so that a quick reply does not flicker.
 */
export function Skeleton({
  width = '100%',
  height = 12,
}: {
  width?: number | string;
  height?: number | string;
}) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />;
}
