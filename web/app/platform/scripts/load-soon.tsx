import files from 'virtual:client-chunks';
import { useLingui } from '@lingui/react';

/**
 * Names the scripts of modules that the page's own script imports later, so that the browser loads all of them at
 * once instead of one after the other. They give way to what the page shows first. A module is named by its path in
 * the package; `{locale}` stands for the page's language.
 */
export function LoadSoon({ modules }: { modules: readonly string[] }) {
  const { i18n } = useLingui();
  const found = modules.flatMap((module) => files[module.replace('{locale}', i18n.locale)] ?? []);
  return [...new Set(found)].map((href) => (
    <link key={href} rel="modulepreload" href={href} fetchPriority="low" />
  ));
}
