import files from 'virtual:client-chunks';
import { useLingui } from '@lingui/react';

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
