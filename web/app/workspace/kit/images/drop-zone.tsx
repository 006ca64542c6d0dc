import { type DragEvent, type ReactNode, type RefObject, useEffect, useState } from 'react';
import styles from './field.module.css';

type DropZoneProps = {
  /** The name of the input, which nobody sees. */
  label: string;
  /** Types of files that the browser's dialog offers. A dropped file may be of any type. */
  types: readonly string[];
  input: RefObject<HTMLInputElement | null>;
  isDisabled: boolean;
  onFile: (file: File) => void;
  children: ReactNode;
};

/** Takes one file, dropped on it or chosen by a button inside it that clicks `input`. */
export function DropZone({ label, types, input, isDisabled, onFile, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    // The browser would leave the page, and what was typed on it, for a file that was dropped beside the zone.
    const stay = (event: Event) => event.preventDefault();
    document.addEventListener('dragover', stay);
    document.addEventListener('drop', stay);
    return () => {
      document.removeEventListener('dragover', stay);
      document.removeEventListener('drop', stay);
    };
  }, []);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file && !isDisabled) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are dropped on it; the button inside does the same
    <div
      className={styles.drop}
      data-over={(isOver && !isDisabled) || undefined}
      onDragOver={() => setOver(true)}
      onDragLeave={({ currentTarget, relatedTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      }}
      onDrop={({ dataTransfer }: DragEvent) => {
        setOver(false);
        take(dataTransfer.files);
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={types.join(',')}
        disabled={isDisabled}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      {children}
    </div>
  );
}
