import { LIMITS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { LimitedInput } from '../kit/fields/limited-text.tsx';
import styles from './questions.module.css';
import { nextKey, type Option, pasteOptions } from './values.ts';

type OptionsEditorProps = {
  options: Option[];
  errors: Record<string, string>;
  onChange: (options: Option[]) => void;
};

const icon = { size: 18, stroke: 1.75 };

/**
 * The editor for the options of a question. The user types them one by one, with Enter for the next, or pastes a list.
 */
export function OptionsEditor({ options, errors, onChange }: OptionsEditorProps) {
  const { t } = useLingui();
  const list = useRef<HTMLOListElement>(null);
  const [message, setMessage] = useState('');
  /** The option that gets the focus once it is rendered. */
  const focus = useRef<number | null>(null);
  useEffect(() => {
    if (focus.current === null) return;
    const key = focus.current;
    focus.current = null;
    list.current?.querySelector<HTMLInputElement>(`[data-option="${key}"] input`)?.focus();
  });
  const isFull = options.length >= LIMITS.questionOptions;
  const insert = (at: number) => {
    if (isFull) return;
    const key = nextKey(options);
    focus.current = key;
    onChange(options.toSpliced(at, 0, { key, text: '' }));
  };
  const move = (index: number, to: number) => {
    const option = options[index];
    if (!option) return;
    onChange(options.toSpliced(index, 1).toSpliced(to, 0, option));
    const position = to + 1;
    const name = option.text || t`The empty option`;
    setMessage(t`${name} is now number ${position} of ${options.length}.`);
  };
  const remove = (index: number) => {
    focus.current = (options[index + 1] ?? options[index - 1])?.key ?? null;
    onChange(options.toSpliced(index, 1));
  };
  return (
    <fieldset className={styles.options}>
      <legend>
        <Trans>Options</Trans>
      </legend>
      <ol ref={list}>
        {options.map(({ key, text }, index) => {
          const number = index + 1;
          const name = text.trim() || t`option ${number}`;
          const error = errors[`options.${index}`] ?? (index === 0 ? errors['options'] : undefined);
          return (
            <li key={key} className={styles.option} data-option={key}>
              <LimitedInput
                aria-label={t`Option ${number}`}
                limit={LIMITS.questionOption}
                value={text}
                error={error}
                onChange={(event) => onChange(options.with(index, { key, text: event.currentTarget.value }))}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                  event.preventDefault();
                  insert(index + 1);
                }}
                onPaste={(event) => {
                  const pasted = event.clipboardData.getData('text/plain');
                  if (!/\S\s*\n\s*\S/.test(pasted)) return;
                  event.preventDefault();
                  const { selectionStart, selectionEnd } = event.currentTarget;
                  const before = text.slice(0, selectionStart ?? 0);
                  const after = text.slice(selectionEnd ?? text.length);
                  onChange(pasteOptions(options, index, { before, text: pasted, after }));
                }}
              />
              <ActionIcon
                size={36}
                aria-label={t`Move ${name} up`}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <IconArrowUp {...icon} />
              </ActionIcon>
              <ActionIcon
                size={36}
                aria-label={t`Move ${name} down`}
                disabled={index === options.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <IconArrowDown {...icon} />
              </ActionIcon>
              <ActionIcon
                size={36}
                aria-label={t`Remove ${name}`}
                disabled={options.length === 1}
                onClick={() => remove(index)}
              >
                <IconTrash {...icon} />
              </ActionIcon>
            </li>
          );
        })}
      </ol>
      <div className={styles.optionsEnd}>
        <Button
          leftSection={<IconPlus size={16} stroke={2} />}
          onClick={() => insert(options.length)}
          disabled={isFull}
        >
          <Trans>Add option</Trans>
        </Button>
        <p className={styles.detail}>
          {isFull ? (
            <Trans>A question has at most 100 options.</Trans>
          ) : (
            <Trans>Paste a list to get one option for each line.</Trans>
          )}
        </p>
      </div>
      <span className="visually-hidden" role="status">
        {message}
      </span>
    </fieldset>
  );
}
