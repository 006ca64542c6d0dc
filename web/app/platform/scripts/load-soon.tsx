import files, { words } from 'virtual:client-chunks';
import type { Messages } from '@lingui/core';
import { useLingui } from '@lingui/react';
import { useMatches } from 'react-router';

type LoadSoonProps = { modules: readonly string[] };

/**
 * Names the scripts of modules that the page's own script imports later, so that the browser loads all of them at
 * once instead of one after the other. They give way to what the page shows first.
 */
export const LoadSoon = ({ modules }: LoadSoonProps) =>
  useFilesOf(modules).map((href) => <link key={href} rel="modulepreload" href={href} fetchPriority="low" />);

/**
 * The scripts of modules that are imported late. A module is named by its path in the package; `{locale}` stands for
 * the page's language.
 */
export function useFilesOf(modules: readonly string[]): string[] {
  const { i18n } = useLingui();
  return [...new Set(modules.flatMap((module) => files[module.replace('{locale}', i18n.locale)] ?? []))];
}

/**
 * Names the file with the words of the page (web/bundle/first-words.ts). hydrate-app.tsx reads its address from here.
 * None in development.
 */
export function FirstWords() {
  const { i18n } = useLingui();
  const file = words[useMatches().at(-1)?.id ?? '']?.[i18n.locale];
  return file && <link rel="modulepreload" href={`/${file}`} data-words="" fetchPriority="low" />;
}

/** The words that the document names. Undefined if it names none, or if they could not be loaded. */
export async function readFirstWords(): Promise<Messages | undefined> {
  const href = document.querySelector<HTMLLinkElement>('link[data-words]')?.href;
  if (href === undefined) return undefined;
  const loaded: { messages: Messages } | undefined = await import(/* @vite-ignore */ href).catch(
    () => undefined,
  );
  return loaded?.messages;
}
