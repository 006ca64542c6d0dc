import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { previewPage, type Snippet } from './snippet.ts';
import styles from './widget.module.css';

type PreviewProps = {
  snippet: Snippet;
  isNarrow: boolean;
  /** How tall the widget is, once it has said so. */
  onHeight: (height: number) => void;
};

/** A page of its own that holds the snippet, with the loader that other sites get. */
export function WidgetPreview({ snippet, isNarrow, onHeight }: PreviewProps) {
  const { t } = useLingui();
  const frame = useRef<HTMLIFrameElement>(null);
  const tell = useRef(onHeight);
  tell.current = onHeight;
  const page = previewPage(snippet);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another window to listen in
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const listen = () => {
      element.contentWindow?.addEventListener('message', ({ data, origin }) => {
        if (origin === location.origin && data?.type === 'entrada:height') tell.current(Number(data.height));
      });
    };
    const onLoad = () => {
      listen();
      // The widget may have spoken before anybody listened; the loader has done what it said.
      const told = element.contentDocument?.querySelector('iframe')?.style.height ?? '';
      if (Number.parseInt(told, 10) > 0) tell.current(Number.parseInt(told, 10));
    };
    element.addEventListener('load', onLoad);
    return () => element.removeEventListener('load', onLoad);
  }, [page]);
  return (
    <div className={styles.canvas}>
      <iframe
        ref={frame}
        className={isNarrow ? styles.narrow : styles.wide}
        title={t`Preview of the widget`}
        srcDoc={page}
      />
    </div>
  );
}
