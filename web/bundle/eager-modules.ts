import type { Plugin } from 'vite';

const REACT_DOM = 'require_react_dom_client_production = ';
/** How the bundler begins the function around React DOM, before it is made small. */
const WRAPPER = new RegExp(
  `(${REACT_DOM}(?:\\/\\* @__PURE__ \\*\\/ )?__commonJS(?:Min)?\\(\\()\\((\\w+(?:, \\w+)*)?\\) => \\{`,
);

/**
 * Lets the browser compile React DOM while it loads. The bundler puts each CommonJS module into an arrow function, which V8
 * skips at first and parses again, in the page's own thread, when it is called: here 200 KB at once. A `function` in
 * parentheses is compiled at once, in a thread beside the page. Smaller modules are not worth their bytes.
 */
export function eagerModules(): Plugin {
  return {
    name: 'eager-modules',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    renderChunk: (code) => (code.includes(REACT_DOM) ? withFunction(code) : null),
  };
}

/** The code with a `function` around React DOM. Throws if the bundler begins that otherwise than we know. */
export function withFunction(code: string): string {
  if (!WRAPPER.test(code))
    throw new Error('The bundler puts React DOM into something new: see eager-modules.ts');
  return code.replace(WRAPPER, '$1function($2) {');
}
