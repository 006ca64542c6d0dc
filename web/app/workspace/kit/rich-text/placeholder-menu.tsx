import { Trans, useLingui } from '@lingui/react/macro';
import { RichTextEditor } from '@mantine/tiptap';
import { IconBraces } from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import { Menu } from '../menus/menu.tsx';
import styles from './editor.module.css';
import type { Placeholder } from './placeholders.ts';

type Props = { editor: Editor | null; placeholders: readonly Placeholder[]; disabled: boolean };

/** The button that puts a placeholder where the cursor is. */
export function PlaceholderMenu({ editor, placeholders, disabled }: Props) {
  const { t } = useLingui();
  return (
    <Menu position="bottom-end" width={240} returnFocus={false}>
      <Menu.Target>
        <RichTextEditor.Control
          className={styles.placeholderButton ?? ''}
          aria-label={t`Placeholder`}
          title={t`Placeholder`}
          disabled={disabled || !editor}
        >
          <IconBraces size={16} stroke={1.75} aria-hidden="true" />
          <span className={styles.placeholderWord}>
            <Trans>Placeholder</Trans>
          </span>
        </RichTextEditor.Control>
      </Menu.Target>
      <Menu.Dropdown>
        <PlaceholderItems editor={editor} placeholders={placeholders} />
      </Menu.Dropdown>
    </Menu>
  );
}

/**
 * The items of a menu that put a placeholder into a text. The text has the focus at once, so that no key is lost that
 * comes right after. The menu must have `returnFocus={false}`: it would take the focus to its button some milliseconds
 * later. Escape still leads there.
 */
export function PlaceholderItems({ editor, placeholders }: Omit<Props, 'disabled'>) {
  return placeholders.map(({ name, label }) => (
    <Menu.Item
      key={name}
      onClick={() => {
        // The editor's own command `focus` waits for the next frame.
        editor?.view.focus();
        editor?.commands.insertContent({ type: 'placeholder', attrs: { name } });
      }}
    >
      {label}
    </Menu.Item>
  ));
}
