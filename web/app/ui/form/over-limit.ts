import { useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { formatCount } from '../../platform/i18n/format.ts';

/**
 * Says by how much a text is longer than its field may hold. No field cuts a text: what was pasted stays, and the form
 * refuses it. White space around the text does not count.
 */
export function useOverLimit(): (text: string, limit: number | undefined) => string | undefined {
  const { t, i18n } = useLingui();
  return (text, limit) => {
    const length = text.trim().length;
    if (limit === undefined || length <= limit) return undefined;
    const [count, most, over] = [length, limit, length - limit].map((one) => formatCount(one, i18n.locale));
    return t`${count} of ${most} characters. Shorten it by ${over}.`;
  };
}

type Typed = { limit: number | undefined; value: unknown; defaultValue: unknown };

/** The same for a field that may keep its text itself. Pass `onInput` to its control. */
export function useTypedOverLimit({ limit, value, defaultValue }: Typed) {
  const overLimit = useOverLimit();
  const [typed, setTyped] = useState<string | null>(null);
  const text = value ?? typed ?? defaultValue ?? '';
  return {
    over: overLimit(String(text), limit),
    onInput: ({ currentTarget }: FormEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      if (limit !== undefined && value === undefined) setTyped(currentTarget.value);
    },
  };
}
