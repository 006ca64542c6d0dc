import type { Icon } from '@tabler/icons-react';

/** One line in the command palette. */
export type Command = {
  id: string;
  label: string;
  /** Small text that distinguishes commands with the same label. */
  detail?: string;
  icon: Icon;
  /** The shortcut for the same command: keys pressed one after the other. */
  keys?: readonly string[];
  lang?: string;
  isCurrent?: boolean;
  run: () => void;
};

export type CommandGroup = { id: string; label: string; commands: Command[] };

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLocaleLowerCase();

/** Whether a label contains every typed word. Accents and case do not matter. */
export function matches(label: string, query: string): boolean {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const text = fold(label);
  return words.every((word) => text.includes(word));
}
