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
  const [typed, setTyped] = useState<string | null>(null);
  const isFocused = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const frame = { label, description, error, ...(inputWrapperOrder && { inputWrapperOrder }) };
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), afterPageMs);
    return () => clearTimeout(timer);
  }, []);
  // Its effect runs after those of the list, which begin with the words of the choice.
  const isBeginning = useRef(true);
  useEffect(() => {
    if (!isNear) return;
    if (isFocused.current) input.current?.focus();
    isBeginning.current = false;
  }, [isNear]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: naming hundreds of choices takes a while
  const data = useMemo(() => (isNear ? choices() : []), [isNear, rest.value, i18n.locale]);
  const come = () => {
    if (loaded) return setNear(true);
    load().then(
      () => setNear(true),
      () => isFocused.current && notifyError(errorMessage(i18n, loadError())),
    );
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
