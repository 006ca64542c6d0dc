import '@mantine/tiptap/styles.css';
import { LIMITS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { RichTextEditor } from '@mantine/tiptap';
import { useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useId, useRef } from 'react';
import { formatCount } from '../../platform/format.ts';
import styles from './settings.module.css';

type DescriptionEditorProps = {
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
};

/** The marks that the server keeps, and no others. */
const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    link: {
      openOnClick: false,
      protocols: ['http', 'https', 'mailto'],
      defaultProtocol: 'https',
      HTMLAttributes: { rel: 'noopener', target: null },
    },
  }),
];

export function DescriptionEditor({ value, onChange, error }: DescriptionEditorProps) {
  const { t, i18n } = useLingui();
  const id = useId();
  const latest = useRef(onChange);
  latest.current = onChange;
  /** What was last put in from outside, and how the editor itself writes that. */
  const given = useRef({ value, written: value });
  const editor = useEditor({
    extensions,
    content: value,
    // The server has no document to render it in.
    immediatelyRender: false,
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': `${id}-label`,
        'aria-describedby': `${id}-count`,
      },
    },
    onCreate: ({ editor: created }) => {
      given.current.written = created.getHTML();
    },
    onUpdate: ({ editor: changed }) => {
      const html = changed.isEmpty ? '' : changed.getHTML();
      const isAsGiven = html === given.current.written || (changed.isEmpty && given.current.value === '');
      const next = isAsGiven ? given.current.value : html;
      shown.current = next;
      latest.current(next);
    },
  });
  const shown = useRef(value);
  useEffect(() => {
    if (!editor || value === shown.current) return;
    editor.commands.setContent(value, { emitUpdate: false });
    given.current = { value, written: editor.getHTML() };
    shown.current = value;
  }, [editor, value]);
  const count = formatCount(value.length, i18n.locale);
  const most = formatCount(LIMITS.description, i18n.locale);
  const isTooLong = value.length > LIMITS.description;
  return (
    <div className={styles.editor}>
      <div className={styles.label} id={`${id}-label`}>
        <Trans>Description</Trans>
      </div>
      <RichTextEditor
        editor={editor}
        data-error={Boolean(error) || isTooLong || undefined}
        labels={{
          boldControlLabel: t`Bold`,
          italicControlLabel: t`Italic`,
          underlineControlLabel: t`Underline`,
          h2ControlLabel: t`Heading`,
          h3ControlLabel: t`Smaller heading`,
          bulletListControlLabel: t`Bulleted list`,
          orderedListControlLabel: t`Numbered list`,
          blockquoteControlLabel: t`Quote`,
          linkControlLabel: t`Link`,
          unlinkControlLabel: t`Remove link`,
          undoControlLabel: t`Undo`,
          redoControlLabel: t`Redo`,
          linkEditorInputLabel: t`Link address`,
          linkEditorInputPlaceholder: 'https://',
          linkEditorExternalLink: t`Open link in a new tab`,
          linkEditorInternalLink: t`Open link in the same tab`,
          linkEditorSave: t`Save link`,
        }}
      >
        <RichTextEditor.Toolbar aria-label={t`Formatting`}>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.Underline />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.H2 />
            <RichTextEditor.H3 />
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
            <RichTextEditor.Blockquote />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Link />
            <RichTextEditor.Unlink />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content className={styles.editorContent} />
      </RichTextEditor>
      <div className={styles.editorFoot}>
        <span className={styles.error} role="alert">
          {error ?? (isTooLong && <Trans>Use at most {most} characters, formatting included.</Trans>)}
        </span>
        <span className={styles.counter} id={`${id}-count`}>
          <Trans>
            {count} of {most}
          </Trans>
        </span>
      </div>
    </div>
  );
}
