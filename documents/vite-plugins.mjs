import { fileURLToPath } from 'node:url';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';

const configPath = fileURLToPath(new URL('lingui.config.ts', import.meta.url));

/** The plugins that compile Lingui macros and catalogues. The build and the tests use them. */
export function documentPlugins() {
  return [
    babel({ presets: [linguiTransformerBabelPreset({}, { configPath })] }),
    lingui({ configPath, failOnCompileError: true }),
  ];
}
