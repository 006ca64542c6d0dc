import { Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core';
import { useOverLimit } from '../../../ui/form/over-limit.ts';

/** The most characters that the form takes. The field itself takes more, so that nothing that is pasted is cut. */
type Limited = { limit: number; value: string };

/** A field for one line of text. A text that is too long stays, is counted, and is an error. */
export function LimitedInput({ limit, error, ...props }: Omit<TextInputProps, 'value'> & Limited) {
  return <TextInput error={useOverLimit()(props.value, limit) ?? error} {...props} />;
}

/** The same for several lines of text. */
export function LimitedTextarea({ limit, error, ...props }: Omit<TextareaProps, 'value'> & Limited) {
  return <Textarea error={useOverLimit()(props.value, limit) ?? error} {...props} />;
}
