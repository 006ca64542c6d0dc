import { useLingui } from '@lingui/react/macro';
import {
  type ChangeEvent,
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { withWords } from '../../../platform/i18n/catalogues.ts';
import { CalendarButton } from './calendar-button.tsx';
import { problemWords } from './problem-words.ts';
import { type DateKind, readDateText } from './read-text.ts';
import { shownText } from './write-text.ts';

/** Loaded with the first press of its button. */
const CalendarPopover = lazy(() => withWords(import('./calendar-popover.tsx')));

type DateFieldOf = {
  kind: DateKind;
  /** A day, a local time of the zone, or the text that could not be read as one. Empty for none. */
  value: string;
  /** The zone of a local time. */
  timezone?: string | undefined;
  /** Called with every key, with a value as above. */
  onChange: (value: string) => void;
  error?: ReactNode;
};

/**
 * What every field for a date has, whatever draws its frame: the input's text in the language of the page, the error of
 * what was typed, and the button of the calendar. What cannot be read stays as it was typed.
 */
export function useDateField({ kind, value, timezone, onChange, error }: DateFieldOf) {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** The text while it is typed. */
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? shownText(value, { locale, kind });
  const problem = problemWords(i18n, value, { kind, timezone });
  const take = (typed: string) => {
    const read = readDateText(typed, { locale, kind });
    onChange(read.ok ? read.local : typed);
  };
  const type = (typed: string) => {
    setDraft(typed);
    take(typed);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed before the scripts came
  useEffect(() => {
    const typed = input.current?.value ?? '';
    if (typed !== text) type(typed);
  }, []);
  const write = (picked: string) => {
    if (input.current) typeInto(input.current, picked);
    setDraft(null);
  };
  return {
    input: {
      ref: input,
      type: 'text',
      value: text,
      placeholder: kind === 'day' ? t`dd/mm/yyyy` : t`dd/mm/yyyy, hh:mm`,
      autoComplete: 'off',
      spellCheck: false,
      onChange: (event: ChangeEvent<HTMLInputElement>) => type(event.currentTarget.value),
      onBlur: () => afterPress(() => setDraft(null)),
      onKeyDown: (event: KeyboardEvent) => {
        if (!(event.altKey && event.key === 'ArrowDown')) return;
        event.preventDefault();
        setOpen(true);
      },
    },
    /** While a person types, only an error of the form is said. */
    error: problem && (draft === null || error) ? problem : error,
    button: (labelId: string) => (
      <CalendarButton labelId={labelId} isOpen={isOpen} onOpen={() => setOpen(true)} />
    ),
    /** Stands outside of the input's frame, so that no style of the frame reaches it. */
    calendar: (labelId: string) =>
      isOpen && (
        <Suspense>
          <CalendarPopover
            {...{ kind, value, timezone, labelId, input, write }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ),
  };
}

/** Changes an input as a person would, so that its form hears of it. */
function typeInto(input: HTMLInputElement, text: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Runs something after the press that took the focus away. An error that appears between press and release would move a
 * button away from under the pointer, and nothing would be pressed.
 */
function afterPress(run: () => void) {
  const later = () => setTimeout(run);
  if (document.querySelector(':active')) window.addEventListener('mouseup', later, { once: true });
  else later();
}
