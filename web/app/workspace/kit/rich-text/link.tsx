import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Popover } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { IconLink } from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { useState } from 'react';
import { LimitedInput } from '../fields/limited-text.tsx';
import styles from './editor.module.css';
import { readLink } from './extensions.ts';

/** Sets, changes or removes the link of the selected text. */
export function LinkControl({ editor }: { editor: Editor | null }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const isActive = useEditorState({ editor, selector: (state) => state.editor?.isActive('link') ?? false });
  const open = () => {
    const { href } = editor?.getAttributes('link') ?? {};
    setTyped(typeof href === 'string' ? href : '');
    setWrong(false);
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    editor?.commands.focus();
  };
  const save = () => {
    if (!editor) return;
    if (typed.trim() === '') return remove();
    const href = readLink(typed);
    if (!href) return setWrong(true);
    setOpen(false);
    const chain = editor.chain().focus().extendMarkRange('link');
    // Without selected text, the typed address becomes the text of the link.
    if (editor.state.selection.empty && !editor.isActive('link')) {
      chain
        .insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] })
        .run();
    } else chain.setLink({ href }).run();
  };
  const remove = () => {
    setOpen(false);
    editor?.chain().focus().extendMarkRange('link').unsetLink().run();
  };
  return (
    <Popover
      opened={isOpen}
      onChange={(next) => !next && setOpen(false)}
      position="bottom-start"
      trapFocus
      returnFocus={false}
    >
      <Popover.Target>
        <RichTextEditor.Control
          aria-label={t`Link`}
          title={t`Link`}
          active={isActive ?? false}
          disabled={!editor?.isEditable}
          onClick={open}
        >
          <IconLink size={16} stroke={1.75} aria-hidden="true" />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown
        className={styles.link ?? ''}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close();
        }}
      >
        <LimitedInput
          data-autofocus
          label={t`Link address`}
          placeholder="https://"
          inputMode="url"
          limit={2048}
          value={typed}
          onChange={(change) => {
            setTyped(change.currentTarget.value);
            setWrong(false);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter must not submit the form around the field.
            event.preventDefault();
            save();
          }}
          error={isWrong && <Trans>Enter a web or email address.</Trans>}
        />
        <div className={styles.linkButtons}>
          <Button variant="ink" onClick={save}>
            <Trans>Save link</Trans>
          </Button>
          {isActive && (
            <Button onClick={remove}>
              <Trans>Remove link</Trans>
            </Button>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
