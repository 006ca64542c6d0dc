import type { Plugin } from 'vite';

/** How the bundler begins the function around a CommonJS module, before it is made small. */
const WRAPPER = /(__commonJS(?:Min)?\(\()\(((?:\w+(?:, \w+)*)?)\) => \{/g;

/**
 * Lets the browser compile CommonJS modules while it loads them. The bundler puts each into an arrow function, which V8
 * skips at first and parses again, in the page's own thread, when it is called: for React DOM 200 KB at once. A
 * `function` in parentheses is compiled at once, in a thread beside the page.
 */
export function eagerModules(): Plugin {
  return {
    name: 'eager-modules',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    renderChunk: (code) => (code.includes('__commonJS') ? withFunctions(code) : null),
  };
}

/** The code with a `function` around each CommonJS module. */
export const withFunctions = (code: string) => code.replace(WRAPPER, '$1function($2) {');
