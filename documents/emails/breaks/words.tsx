import { styles } from '../theme.ts';
import { withUnbroken } from './unbroken.ts';

/** A text in which codes are never broken at their hyphens. */
export function Words({ text }: { text: string }) {
  return withUnbroken(text).map((piece, place) =>
    piece.isUnbroken ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, never reordered
      <span key={place} style={styles.unbroken}>
        {piece.text}
      </span>
    ) : (
      piece.text
    ),
  );
}
