import { piecesOf } from '@entrada/contract/outreach/placeholders';
import { useLingui } from '@lingui/react/macro';
import { ActionIcon } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { EditorContent, Node, useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import { cx } from '../../../ui/class-names.ts';
import { useOverLimit } from '../../../ui/form/over-limit.ts';
import { Menu } from '../menus/menu.tsx';
import chips from './chips.module.css';
import styles from './line.module.css';
import { PlaceholderItems } from './placeholder-menu.tsx';
import { placeholderNode } from './placeholder-node.ts';
import type { Placeholder } from './placeholders.ts';

export type PlaceholderLineProps = {
  label: ReactNode;
  /** The text as the server stores it. */
  value: string;
  onChange: (value: string) => void;
  placeholders: readonly Placeholder[];
  /** The most characters, with placeholders as the server stores them. */
  max: number;
  /** The name of the button that adds a placeholder. */
  buttonLabel: string;
  error?: ReactNode;
  disabled?: boolean;
};

const OneLine = Node.create({ name: 'doc', topNode: true, content: 'paragraph' });

const plain = StarterKit.configure({
  document: false,
  blockquote: false,
  bold: false,
  bulletList: false,
  code: false,
  codeBlock: false,
  dropcursor: false,
  gapcursor: false,
  hardBreak: false,
  heading: false,
  horizontalRule: false,
  italic: false,
  link: false,
  listItem: false,
  listKeymap: false,
  orderedList: false,
  strike: false,
  trailingNode: false,
  underline: false,
});

const contentOf = (value: string, placeholders: readonly Placeholder[]) => ({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: piecesOf(value).map((piece) =>
        'name' in piece && placeholders.some(({ name }) => name === piece.name)
          ? { type: 'placeholder', attrs: { name: piece.name, fallback: piece.fallback } }
          : { type: 'text', text: 'name' in piece ? piece.written : piece.text },
      ),
    },
  ],
});

/** A field for one line of text with placeholders as chips. */
export function PlaceholderLineSurface(props: PlaceholderLineProps) {
  const { label, value, onChange, placeholders, max, buttonLabel, disabled = false } = props;
  const { t } = useLingui();
  const id = useId();
  const latest = useRef(onChange);
  latest.current = onChange;
  const shown = useRef(value);
  const error = useOverLimit()(value, max) ?? props.error;
  const isWrong = Boolean(error);
  const editorProps = useMemo(
    () => ({
      attributes: {
        role: 'textbox',
        'aria-labelledby': `${id}-label`,
        'aria-describedby': `${id}-error`,
        'aria-invalid': String(isWrong),
        'aria-readonly': String(disabled),
      },
      // A form has its own button; and a line has no second one.
      handleKeyDown: (_: unknown, { key }: KeyboardEvent) => key === 'Enter',
      transformPastedText: (text: string) => text.replace(/\s+/g, ' '),
    }),
    [id, isWrong, disabled],
  );
  const extensions = useMemo(() => [OneLine, plain, placeholderNode(placeholders)], [placeholders]);
  const editor = useEditor({
    extensions,
    content: contentOf(value, placeholders),
    editable: !disabled,
    immediatelyRender: false,
    injectCSS: false,
    editorProps,
    onUpdate: ({ editor: changed }) => {
      shown.current = changed.getText();
      latest.current(shown.current);
    },
  });
  useEffect(() => {
    if (!editor || value === shown.current) return;
    editor.commands.setContent(contentOf(value, placeholders), { emitUpdate: false });
    shown.current = value;
  }, [editor, value, placeholders]);
  return (
    <div>
      <div className={styles.label} id={`${id}-label`}>
        {label}
      </div>
      <div className={styles.field} data-error={isWrong || undefined}>
        <EditorContent editor={editor} className={cx(styles.content, chips.chips)} />
        <Menu position="bottom-end" width={240} returnFocus={false}>
          <Menu.Target>
            <ActionIcon
              className={styles.button ?? ''}
              aria-label={buttonLabel}
              title={t`Placeholder`}
              disabled={disabled}
            >
              <IconBraces size={16} stroke={1.75} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <PlaceholderItems editor={editor} placeholders={placeholders} />
          </Menu.Dropdown>
        </Menu>
      </div>
      <div className={styles.error} id={`${id}-error`} role="alert">
        {error}
      </div>
    </div>
  );
}
