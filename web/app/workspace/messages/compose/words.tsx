import type { AudienceCount } from '@entrada/contract/outreach/audience';
import { MESSAGES } from '@entrada/contract/outreach/messages';
import { FALLBACK_LENGTH } from '@entrada/contract/outreach/placeholders';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { RichTextEditor } from '../../kit/rich-text/editor.tsx';
import { PlaceholderLine } from '../../kit/rich-text/line.tsx';
import {
  cleanFallback,
  placeholdersIn,
  placeholdersInHtml,
  withFallback,
  withFallbackInHtml,
} from '../../kit/rich-text/placeholders.ts';
import { usePlaceholders } from '../words.ts';
import styles from './compose.module.css';

export type Words = { subject: string; body: string };

type WordsFieldsProps = {
  values: Words;
  set: (words: Partial<Words>) => void;
  errors: Record<string, string>;
  /** In how many mails a placeholder would be empty. */
  empty: AudienceCount['empty'];
};

/** The subject and the text of a message, and the words for who has nothing to fill in. */
export function WordsFields({ values, set, errors, empty }: WordsFieldsProps) {
  const { t } = useLingui();
  const placeholders = usePlaceholders();
  /** The field in use. It does not go away while its word is deleted to write another one. */
  const [inUse, setInUse] = useState<string | null>(null);
  const used = new Map([
    ...placeholdersIn(values.subject, placeholders),
    ...placeholdersInHtml(values.body, placeholders),
  ]);
  const gaps = placeholders.flatMap(({ name, label }) => {
    const fallback = used.get(name);
    const count = empty.find(({ placeholder }) => placeholder === name)?.count ?? 0;
    return fallback === undefined || (count === 0 && fallback === '' && name !== inUse)
      ? []
      : [{ name, label, fallback, count }];
  });
  return (
    <>
      <PlaceholderLine
        label={t`Subject`}
        value={values.subject}
        onChange={(subject) => set({ subject })}
        placeholders={placeholders}
        max={MESSAGES.subject}
        buttonLabel={t`Placeholder in the subject`}
        error={errors['subject']}
      />
      <RichTextEditor
        label={t`Text`}
        value={values.body}
        onChange={(body) => set({ body })}
        placeholders={placeholders}
        max={MESSAGES.body}
        error={errors['body']}
      />
      {gaps.map(({ name, label, fallback, count }) => (
        <FallbackField
          key={name}
          label={t`If “${label}” is empty`}
          description={
            count > 0 ? (
              <Plural
                value={count}
                one="It is empty for # of these people."
                other="It is empty for # of these people."
              />
            ) : (
              <Trans>It is empty for nobody at present.</Trans>
            )
          }
          word={fallback}
          onUse={(isUsed) => setInUse(isUsed ? name : null)}
          onChange={(word) =>
            set({
              subject: withFallback(values.subject, name, word),
              body: withFallbackInHtml(values.body, name, word),
            })
          }
        />
      ))}
      {gaps.some(({ fallback, count }) => fallback === '' && count > 0) && (
        <p className={styles.left} role="status">
          <Trans>Without such a word, nothing stands there.</Trans>
        </p>
      )}
    </>
  );
}

type FallbackFieldProps = {
  label: string;
  description: ReactNode;
  word: string;
  onChange: (typed: string) => void;
  onUse: (isUsed: boolean) => void;
};

/** The word for who has none. It is stored without spaces around it, and the field keeps those that are being typed. */
function FallbackField({ label, description, word, onChange, onUse }: FallbackFieldProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(word);
  return (
    <TextInput
      label={label}
      description={description}
      placeholder={t`A word to stand there instead`}
      maxLength={FALLBACK_LENGTH}
      value={cleanFallback(typed) === word ? typed : word}
      onFocus={() => onUse(true)}
      onBlur={() => {
        setTyped(word);
        onUse(false);
      }}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        onChange(value);
      }}
    />
  );
}
