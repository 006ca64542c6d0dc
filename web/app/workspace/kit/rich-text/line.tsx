import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { latePart } from '../late/part.tsx';
import styles from './line.module.css';
import type { PlaceholderLineProps } from './line-surface.tsx';

/** A field for one line of text with placeholders. Its library loads when a form shows it. */
export const PlaceholderLine = latePart<PlaceholderLineProps>(
  async () => (await import('./line-surface.tsx')).PlaceholderLineSurface,
  { Place },
);

function Place({ label }: PlaceholderLineProps) {
  return (
    <div aria-busy="true">
      <div className={styles.label}>{label}</div>
      <Skeleton height={40} />
    </div>
  );
}
