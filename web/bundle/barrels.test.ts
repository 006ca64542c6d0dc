import { expect, it } from 'vitest';
import { isBarrel } from './barrels.ts';

const CORE = '/app/node_modules/@mantine/core/esm';
const ICONS = '/app/node_modules/@tabler/icons-react/dist/esm';

it.each([
  [`${CORE}/index.mjs`, true],
  ['/app/node_modules/@mantine/hooks/esm/index.mjs', true],
  [`${ICONS}/tabler-icons-react.mjs`, true],
  // As a barrel it would hide who needs the modules that it takes, and these would get a chunk of their own.
  [`${CORE}/core/Box/style-props/resolvers/index.mjs`, false],
  [`${CORE}/core/utils/get-default-z-index/get-default-z-index.mjs`, false],
  [`${ICONS}/icons/IconPlus.mjs`, false],
])('only the index of a whole package is a barrel: %s', (file, expected) => {
  expect(isBarrel(file)).toBe(expected);
});
