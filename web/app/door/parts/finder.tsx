import { Trans, useLingui } from '@lingui/react/macro';
import { IconSearch, IconX } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { formatCount } from '../../platform/i18n/format.ts';
import styles from './finder.module.css';

type FinderProps<Filter extends string> = {
  text: string;
  onText: (text: string) => void;
  /** Also takes the filters back. */
  onClear: () => void;
  label: string;
  placeholder: string;
  field: RefObject<HTMLInputElement | null>;
  filters: readonly { name: Filter; words: ReactNode; total?: number | undefined }[];
  filter: Filter;
  onFilter: (name: Filter) => void;
  /** What scrolls. */
  body?: RefObject<HTMLDivElement | null>;
  isLoading?: boolean;
  /** Is announced. */
  status?: ReactNode;
  children: ReactNode;
};

/** A field and filters above what they find. */
export function Finder<Filter extends string>(props: FinderProps<Filter>) {
  const { text, onText, onClear, label, placeholder, field, filters, filter, onFilter } = props;
  const { t, i18n } = useLingui();
  return (
    <div className={styles.finder}>
      <search className={styles.head}>
        <div className={styles.search}>
          <IconSearch size={24} stroke={1.75} aria-hidden="true" />
          <input
            ref={field}
            type="search"
            className={styles.field}
            value={text}
            aria-label={label}
            placeholder={placeholder}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={200}
            onChange={(event) => onText(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && onText('')}
          />
          {text && (
            <button type="button" className={styles.clear} aria-label={t`Clear search`} onClick={onClear}>
              <IconX size={20} stroke={1.75} aria-hidden="true" />
            </button>
          )}
        </div>
        <fieldset className={styles.filters}>
          <legend className="visually-hidden">
            <Trans>Show</Trans>
          </legend>
          {filters.map(({ name, words, total }) => (
            <label key={name} className={styles.filter}>
              <input
                type="radio"
                name="finder"
                className="visually-hidden"
                checked={filter === name}
                onChange={() => onFilter(name)}
              />
              {words}
              {total !== undefined && <span className={styles.total}>{formatCount(total, i18n.locale)}</span>}
            </label>
          ))}
        </fieldset>
      </search>
      <div ref={props.body} className={styles.body} aria-busy={props.isLoading}>
        {props.children}
      </div>
      {props.status !== undefined && (
        <p className="visually-hidden" role="status">
          {props.status}
        </p>
      )}
    </div>
  );
}
