import type { SavedView } from '@entrada/contract/sales/views/saved';
import { listed, sideBySide } from '@entrada/contract/words/side-by-side';
import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import { Note } from '../../../ui/notices/note.tsx';
import type { FilterField } from '../filters/fields.ts';
import styles from './views.module.css';

export type ViewNotesProps = {
  /** Undefined: the address names a view that this person does not see. */
  opened: SavedView | null | undefined;
  filters: FilterField[];
};

/** What is not as it was when the view was saved. */
export function ViewNotes({ opened, filters }: ViewNotesProps) {
  const { i18n } = useLingui();
  if (opened === null) return null;
  const words = ({ field, value }: SavedView['missing'][number]) => {
    const filter = filters.find((one) => one.field === field);
    const label = filter?.label ?? field;
    return filter?.kind === 'text' ? sideBySide([label, value], i18n.locale) : label;
  };
  const what = listed([...new Set(opened?.missing.map(words))], i18n.locale);
  return (
    <div className={styles.notes}>
      {opened === undefined && (
        <Note tone="info" announce>
          <Trans>This view no longer exists, or only somebody else sees it. All rows are shown.</Trans>
        </Note>
      )}
      {what !== '' && (
        <Note tone="attn" announce>
          <Trans>This view filters by something that was deleted: {what}.</Trans>
        </Note>
      )}
      {opened && opened.dropped.length > 0 && (
        <Note tone="attn" announce>
          <Trans>Some filters of this view no longer exist, or can’t be read. They are left out.</Trans>
        </Note>
      )}
    </div>
  );
}
