import styles from './skeleton.module.css';

/** A block in the shape of what is about to load. Shows after 200 ms, so that a quick reply never flickers. */
export function Skeleton({
  width = '100%',
  height = 12,
}: {
  width?: number | string;
  height?: number | string;
}) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden="true" />;
}
