import { Trans, useLingui } from '@lingui/react/macro';
import { Loader, Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { errorMessage } from '../../../platform/api/error-messages.ts';
import type { Command } from './commands.ts';
import { Keys } from './keys.tsx';
import styles from './palette.module.css';
import { useCommands } from './use-commands.ts';
import { useFound } from './use-found.ts';

type PaletteDialogProps = { close: () => void; query: string; setQuery: (query: string) => void };

/**
 * The command palette: a search field above a list. It opens pages, creates things and finds orders, people and events.
 * The arrow keys move through the list.
 */
export function PaletteDialog({ close, query, setQuery }: PaletteDialogProps) {
  const { t, i18n } = useLingui();
  const [at, setAt] = useState(0);
  const found = useFound(query);
  const groups = [...useCommands(query), ...found.groups].filter(({ commands }) => commands.length > 0);
  const commands = groups.flatMap((group) => group.commands);
  const current = Math.min(at, Math.max(0, commands.length - 1));
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const optionId = (index: number) => `${listId}-${index}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen stays in sight as it moves
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [current, commands.length]);
  const run = (command: Command | undefined) => {
    if (!command) return;
    close();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const last = commands.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: current >= last ? 0 : current + 1,
      ArrowUp: current <= 0 ? last : current - 1,
      PageDown: Math.min(last, current + 8),
      PageUp: Math.max(0, current - 8),
    };
    const next = moves[event.key];
    if (next !== undefined) setAt(Math.max(0, next));
    else if (event.key === 'Enter') run(commands[current]);
    else return;
    event.preventDefault();
  };
  let index = -1;
  return (
    <Modal
      opened
      onClose={close}
      withCloseButton={false}
      centered={false}
      yOffset="12vh"
      size={620}
      padding={0}
      attributes={{ content: { 'aria-label': t`Search and commands` } }}
      classNames={{ content: styles.content, body: styles.body }}
    >
      <div className={styles.search} data-palette>
        <IconSearch size={20} stroke={1.75} aria-hidden="true" />
        <input
          className={styles.input}
          data-autofocus
          role="combobox"
          aria-label={t`Search and commands`}
          aria-expanded="true"
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={commands.length > 0 ? optionId(current) : undefined}
          placeholder={found.isInEvent ? t`Page, order, name, email or event` : t`Page or event`}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        {found.isSearching && <Loader size={16} color="var(--text-3)" aria-label={t`Searching`} />}
      </div>
      <div className={styles.list} id={listId} ref={list} role="listbox" aria-label={t`Results`}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: groups of a listbox are no fieldsets
          <div key={group.id} role="group" aria-labelledby={`${listId}-${group.id}`}>
            <div className={styles.group} id={`${listId}-${group.id}`} role="presentation">
              {group.label}
            </div>
            {group.commands.map((command) => {
              index += 1;
              const own = index;
              return (
                <Option
                  key={command.id}
                  id={optionId(own)}
                  command={command}
                  isChosen={own === current}
                  onPoint={() => setAt(own)}
                  onRun={() => run(command)}
                />
              );
            })}
          </div>
        ))}
      </div>
      <p className={commands.length > 0 ? 'visually-hidden' : styles.none} role="status">
        {commands.length === 0 &&
          !found.isSearching &&
          (found.failure ? errorMessage(i18n, found.failure) : <Trans>Nothing has this name.</Trans>)}
      </p>
      <div className={styles.foot} aria-hidden="true">
        <span>
          <Keys keys={['↑', '↓']} /> <Trans>to choose</Trans>
        </span>
        <span>
          <Keys keys={['Enter']} /> <Trans>to open</Trans>
        </span>
        <span>
          <Keys keys={['Esc']} /> <Trans>to close</Trans>
        </span>
      </div>
    </Modal>
  );
}

type OptionProps = {
  id: string;
  command: Command;
  isChosen: boolean;
  onPoint: () => void;
  onRun: () => void;
};

function Option({ id, command, isChosen, onPoint, onRun }: OptionProps) {
  const { t } = useLingui();
  const { icon: Icon, label, detail, keys, lang, isCurrent } = command;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys and names the option that is chosen
    <div
      id={id}
      role="option"
      tabIndex={-1}
      className={styles.option}
      aria-selected={isChosen}
      onMouseMove={isChosen ? undefined : onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
    >
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      <span className={styles.words} lang={lang}>
        <span className={styles.label}>{label}</span>
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
      {isCurrent && <span className={styles.detail}>{t`Chosen`}</span>}
      {keys && (
        <span aria-hidden="true">
          <Keys keys={keys} />
        </span>
      )}
    </div>
  );
}
