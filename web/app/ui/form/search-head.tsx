import { Trans } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Form, useNavigation, useSubmit } from 'react-router';
import { Button } from '../buttons/button.tsx';
import { cx } from '../class-names.ts';
import styles from './search-head.module.css';
import { TextInput } from './text-input.tsx';

type SearchHeadProps = {
  title: ReactNode;
  /** The label of the search field; without it there is no search. */
  label: string | null;
  /** The current search. */
  query: string;
  /** Further fields of the same form, such as filters. A change of one of them searches at once. */
  children?: ReactNode;
  /** Changes when the fields must show other values than those typed, for example after a link cleared them. */
  state?: string;
};

/** The title of a page, with a search field. The search is kept in the address as `query`. */
export function SearchHead({ title, label, query, children, state = query }: SearchHeadProps) {
  const submit = useSubmit();
  const isSearching = useNavigation().state === 'loading';
  return (
    <div className={styles.head}>
      <h1>{title}</h1>
      {label !== null && (
        <search>
          <Form
            method="get"
            className={cx(styles.search, children !== undefined && styles.filtered)}
            key={state}
            onChange={({ target, currentTarget }) => {
              if (target instanceof HTMLSelectElement) void submit(currentTarget);
            }}
          >
            <TextInput
              label={label}
              name="query"
              type="search"
              defaultValue={query}
              maxLength={200}
              enterKeyHint="search"
              before={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
            />
            {children}
            <Button type="submit" loading={isSearching}>
              <Trans>Search</Trans>
            </Button>
          </Form>
        </search>
      )}
    </div>
  );
}

/** One line for a search without results, with a link that shows everything. */
export function NothingFound({ children }: { children: ReactNode }) {
  return <p className={styles.none}>{children}</p>;
}
