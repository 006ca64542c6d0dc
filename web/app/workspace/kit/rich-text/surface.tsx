import '@mantine/tiptap/styles.css';
import { LIMITS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { RichTextEditor as Frame } from '@mantine/tiptap';
import { type Editor, useEditor } from '@tiptap/react';
import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import { formatCount } from '../../../platform/i18n/format.ts';
import { cx } from '../../../ui/class-names.ts';
import chips from './chips.module.css';
import styles from './editor.module.css';
import { extensions } from './extensions.ts';
import { LinkControl } from './link.tsx';
import { cleanPasted } from './paste.ts';
import { PlaceholderMenu } from './placeholder-menu.tsx';
import { placeholderNode } from './placeholder-node.ts';
import { type Placeholder, withChips, withoutChips } from './placeholders.ts';
import { useToolbarKeys } from './use-toolbar-keys.ts';

export type RichTextEditorProps = {
  label: ReactNode;
  /** HTML as the server stores it; empty if there is no text. */
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  description?: ReactNode;
  /** The maximum number of characters of HTML. */
  max?: number;
  /** Makes the editor lower, for a few lines of text. */
  isShort?: boolean;
  disabled?: boolean;
  /** What stands for a word that differs from person to person. The same list each time, or the editor begins anew. */
  placeholders?: readonly Placeholder[];
};

const NONE: readonly Placeholder[] = [];

/** Text of only spaces and empty paragraphs counts as empty. */
const htmlOf = (editor: Editor) => (editor.getText().trim() === '' ? '' : withoutChips(editor.getHTML()));

/** The editor itself. It shows the length of the HTML. */
export function RichTextSurface(props: RichTextEditorProps) {
  const { label, value, onChange, error, description, max = LIMITS.description } = props;
  const { isShort = false, disabled = false, placeholders = NONE } = props;
  const { t, i18n } = useLingui();
  const id = useId();
  const latest = useRef(onChange);
  latest.current = onChange;
  /** The last value from outside, and the same value as the editor writes it. */
  const given = useRef({ value, written: value });
  const shown = useRef(value);
  const isTooLong = value.length > max;
  const isWrong = Boolean(error) || isTooLong;
  const hasDescription = Boolean(description);
  const editorProps = useMemo(
    () => ({
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        'aria-describedby': `${hasDescription ? `${id}-description ` : ''}${id}-error ${id}-count`,
        'aria-invalid': String(isWrong),
        'aria-readonly': String(disabled),
      },
      transformPastedHTML: cleanPasted,
    }),
    [id, isWrong, disabled, hasDescription],
  );
  const all = useMemo(
    () => (placeholders.length > 0 ? [...extensions, placeholderNode(placeholders)] : extensions),
    [placeholders],
  );
  const editor = useEditor({
    extensions: all,
    content: withChips(value, placeholders),
    editable: !disabled,
    // The server has no DOM to render the editor in.
    immediatelyRender: false,
    injectCSS: false,
    editorProps,
    onCreate: ({ editor: created }) => {
      given.current.written = htmlOf(created);
    },
    onUpdate: ({ editor: changed }) => {
      const html = htmlOf(changed);
      const next = html === given.current.written ? given.current.value : html;
      shown.current = next;
      latest.current(next);
    },
  });
  useEffect(() => {
    if (!editor || value === shown.current) return;
    editor.commands.setContent(withChips(value, placeholders), { emitUpdate: false });
    given.current = { value, written: htmlOf(editor) };
    shown.current = value;
  }, [editor, value, placeholders]);
  const count = formatCount(value.length, i18n.locale);
  const most = formatCount(max, i18n.locale);
  return (
    <div className={styles.editor} data-short={isShort || undefined}>
      <div className={styles.label} id={`${id}-label`}>
        {label}
      </div>
      <Frame
        editor={editor}
        data-error={isWrong || undefined}
        labels={{
          boldControlLabel: t`Bold`,
          italicControlLabel: t`Italic`,
          underlineControlLabel: t`Underline`,
          h2ControlLabel: t`Heading`,
          h3ControlLabel: t`Smaller heading`,
          bulletListControlLabel: t`Bulleted list`,
          orderedListControlLabel: t`Numbered list`,
          blockquoteControlLabel: t`Quote`,
          undoControlLabel: t`Undo`,
          redoControlLabel: t`Redo`,
        }}
      >
        <Tools editor={editor} disabled={disabled} placeholders={placeholders} />
        <Frame.Content className={cx(styles.content, chips.chips)} />
      </Frame>
      <div className={styles.foot}>
        <div>
          <div className={styles.error} id={`${id}-error`} role="alert">
            {error ?? (isTooLong && <Trans>Use at most {most} characters, formatting included.</Trans>)}
          </div>
          {description && (
            <p className={styles.description} id={`${id}-description`}>
              {description}
            </p>
          )}
        </div>
        <span className={styles.counter} id={`${id}-count`}>
          <Trans>
            {count} of {most}
          </Trans>
        </span>
      </div>
    </div>
  );
}

type ToolsProps = { editor: Editor | null; disabled: boolean; placeholders: readonly Placeholder[] };

function Tools({ editor, disabled, placeholders }: ToolsProps) {
  const { t } = useLingui();
  const { ref, onKeyDown } = useToolbarKeys(disabled);
  const off = { disabled };
  return (
    <Frame.Toolbar
      ref={ref}
      role="toolbar"
      aria-label={t`Formatting`}
      onKeyDown={onKeyDown}
      // If no control can take the focus, the toolbar takes it, so that the keyboard can scroll it.
      {...((disabled || !editor) && { tabIndex: 0 })}
    >
      <Frame.ControlsGroup>
        <Frame.Bold {...off} />
        <Frame.Italic {...off} />
        <Frame.Underline {...off} />
      </Frame.ControlsGroup>
      <Frame.ControlsGroup>
        <Frame.H2 {...off} />
        <Frame.H3 {...off} />
        <Frame.BulletList {...off} />
        <Frame.OrderedList {...off} />
        <Frame.Blockquote {...off} />
      </Frame.ControlsGroup>
      <Frame.ControlsGroup>
        <LinkControl editor={editor} />
      </Frame.ControlsGroup>
      <Frame.ControlsGroup>
        <Frame.Undo {...off} />
        <Frame.Redo {...off} />
      </Frame.ControlsGroup>
      {placeholders.length > 0 && (
        <Frame.ControlsGroup className={styles.last ?? ''}>
          <PlaceholderMenu editor={editor} placeholders={placeholders} disabled={disabled} />
        </Frame.ControlsGroup>
      )}
    </Frame.Toolbar>
  );
}
