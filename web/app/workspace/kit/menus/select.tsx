import { useLingui } from '@lingui/react';
import { ComboboxChevron, InputBase, type SelectProps as ListProps } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { errorMessage } from '../../../platform/api/error-messages.ts';
import { notifyError } from '../frame/notify.tsx';
import { loadError } from '../late/part.tsx';

type Real = typeof import('./late-select.ts')['Select'];
type Frame = Pick<ListProps<string>, 'label' | 'description' | 'error' | 'inputWrapperOrder'>;
type Options = Pick<
  ListProps<string>,
  'value' | 'limit' | 'maxDropdownHeight' | 'renderOption' | 'nothingFoundMessage' | 'clearable'
>;

type SelectProps = Frame &
  Options & {
    /** The words of the choice. */
    shown: string;
    /** All choices. Asked for when somebody is about to open the list. */
    choices: () => { value: string; label: string }[];
    onChange: (value: string | null) => void;
  };

/** Without a hand near the field, its list loads this much later than the page. */
const afterPageMs = 2000;

let loaded: Real | undefined;

async function load(): Promise<void> {
  loaded ??= (await import('./late-select.ts')).Select;
}

/**
 * A field to search and choose one of many. The field shows at once. Its list loads, and its choices are named, when the
 * pointer or the focus reaches it. It keeps the focus, and what was typed meanwhile.
 */
export function Select({
  shown,
  choices,
  label,
  description,
  error,
  inputWrapperOrder,
  ...rest
}: SelectProps) {
  const { i18n } = useLingui();
  const [isNear, setNear] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const isFocused = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const selection = useRef<{ text: string; start: number | null; end: number | null }>(undefined);
  const frame = { label, description, error, ...(inputWrapperOrder && { inputWrapperOrder }) };
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), afterPageMs);
    return () => clearTimeout(timer);
  }, []);
  // Its effect runs after those of the list, which begin with the words of the choice.
  const isBeginning = useRef(true);
  useEffect(() => {
    if (!isNear) return;
    if (isFocused.current) {
      input.current?.focus();
      // Who came by keyboard has all words selected, and replaces them by typing. What was typed since then goes on at
      // its end.
      const before = selection.current;
      const text = input.current?.value ?? '';
      if (before?.text === text) input.current?.setSelectionRange(before.start, before.end);
      else input.current?.setSelectionRange(text.length, text.length);
      // Mantine's list does not open by a focus that comes while it is mounted.
      setOpen(true);
    }
    isBeginning.current = false;
  }, [isNear]);
  // Mantine says that its list is open only when it draws again after the list has its id.
  const [, drawAgain] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const frame = requestAnimationFrame(() => drawAgain((was) => !was));
    return () => cancelAnimationFrame(frame);
  }, [isOpen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: naming hundreds of choices takes a while
  const data = useMemo(() => (isNear ? choices() : []), [isNear, rest.value, i18n.locale]);
  const show = () => {
    if (input.current && !isNear)
      selection.current = {
        text: input.current.value,
        start: input.current.selectionStart,
        end: input.current.selectionEnd,
      };
    setNear(true);
  };
  const come = () => {
    // The browser selects the words after the focus has come.
    if (loaded) return void setTimeout(show);
    load().then(show, () => isFocused.current && notifyError(errorMessage(i18n, loadError())));
  };
  const List = isNear && loaded;
  if (List)
    return (
      <List<string>
        {...frame}
        {...rest}
        ref={input}
        searchable
        allowDeselect={rest.clearable === true}
        data={data}
        dropdownOpened={isOpen}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        {...(typed !== null && {
          searchValue: typed,
          onSearchChange: (text: string) => {
            if (!isBeginning.current) setTyped(text);
          },
        })}
      />
    );
  return (
    <InputBase
      {...frame}
      ref={input}
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      autoComplete="off"
      value={typed ?? shown}
      rightSection={<ComboboxChevron size="sm" error={error} />}
      rightSectionPointerEvents="none"
      onPointerEnter={come}
      onFocus={() => {
        isFocused.current = true;
        come();
      }}
      onBlur={() => {
        isFocused.current = false;
      }}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        come();
      }}
    />
  );
}
