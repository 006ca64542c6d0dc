import { useLingui } from '@lingui/react/macro';
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ListControls } from './use-list.ts';

const waitMs = 300;

type SearchBoxProps = {
  list: ListControls;
  label: string;
  /** Shown in the empty box instead of the label, where the label has no room. */
  placeholder?: string;
  className?: string | undefined;
};

/**
 * Searches a moment after the last key press. The box follows the address when the user goes back or clears the
 * filters.
 */
export function SearchBox({ list, label, placeholder = label, className }: SearchBoxProps) {
  const { t } = useLingui();
  const { query } = list.view;
  const [typed, setTyped] = useState(query);
  const sent = useRef(query);
  const { change } = list;
  useEffect(() => {
    if (query === sent.current) return;
    sent.current = query;
    setTyped(query);
  }, [query]);
  useEffect(() => {
    const next = typed.trim().slice(0, 200);
    if (next === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = next;
      change({ query: next }, { replace: true });
    }, waitMs);
    return () => clearTimeout(timer);
  }, [typed, change]);
  return (
    <TextInput
      className={className}
      type="search"
      role="searchbox"
      aria-label={label}
      placeholder={placeholder}
      maxLength={200}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        if (typed === '') return event.currentTarget.blur();
        // Escape only clears the text here; the chosen rows stay chosen.
        event.preventDefault();
        setTyped('');
      }}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
      rightSection={
        typed !== '' && <CloseButton size={28} aria-label={t`Clear search`} onClick={() => setTyped('')} />
      }
    />
  );
}
