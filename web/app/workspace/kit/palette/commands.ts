import type { Icon } from '@tabler/icons-react';

/** One line of the palette. */
export type Command = {
  id: string;
  label: string;
  /** Smaller words that tell it from others of the same name. */
  detail?: string;
  icon: Icon;
  /** Keys that do the same, one after the other. */
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

/** Whether a label holds every word that was typed, however it is accented. */
export function matches(label: string, query: string): boolean {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const text = fold(label);
  return words.every((word) => text.includes(word));
}
