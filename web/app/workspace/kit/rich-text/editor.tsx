import { useCallback, useState } from 'react';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { watchNear } from '../late/near.ts';
import { latePart } from '../late/part.tsx';
import styles from './editor.module.css';
import type { RichTextEditorProps } from './surface.tsx';

const Surface = latePart<RichTextEditorProps>(async () => (await import('./surface.tsx')).RichTextSurface, {
  Place,
});

/**
 * An editor for text with headings, lists, links and emphasis. Its library is half as large as all the rest of the
 * workspace, so it loads when its place comes near the window, or a while after the page.
 */
export function RichTextEditor(props: RichTextEditorProps) {
  const [isNear, setNear] = useState(false);
  const watch = useCallback(
    (place: HTMLElement | null) => (place ? watchNear(place, () => setNear(true)) : undefined),
    [],
  );
  if (isNear) return <Surface {...props} />;
  return (
    <div ref={watch}>
      <Place {...props} />
    </div>
  );
}

/** The heights of the toolbar and the empty text, in pixels. */
const HEIGHT = 232;
const SHORT_HEIGHT = 148;

/** The label, and a place of the same height. */
function Place({ label, isShort = false }: RichTextEditorProps) {
  return (
    <div className={styles.editor} data-short={isShort || undefined} aria-busy="true">
      <div className={styles.label}>{label}</div>
      <Skeleton height={isShort ? SHORT_HEIGHT : HEIGHT} />
    </div>
  );
}
