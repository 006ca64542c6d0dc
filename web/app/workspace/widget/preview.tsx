import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { previewPage, type Snippet } from './snippet.ts';
import styles from './widget.module.css';

type PreviewProps = {
  snippet: Snippet;
  isNarrow: boolean;
  /** Called with the height that the widget reports. */
  onHeight: (height: number) => void;
};

/** Shows the snippet in a page of its own, with the same loader that other sites use. */
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
      // The widget may have reported its height before this listened. The loader has then already set it.
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
