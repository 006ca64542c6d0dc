import { expect, test } from 'vitest';
import { withFunction } from './eager-modules.ts';

test('the arrow around React DOM becomes a function; others stay', () => {
  expect(
    withFunction(`var require_a = /* @__PURE__ */ __commonJSMin(((exports) => {
  exports.each = (list) => list.map((one) => { return one; });
}));
var require_react_dom_client_production = /* @__PURE__ */ __commonJSMin(((exports) => {
  exports.each = (list) => list.map((one) => { return one; });
}));`),
  ).toBe(`var require_a = /* @__PURE__ */ __commonJSMin(((exports) => {
  exports.each = (list) => list.map((one) => { return one; });
}));
var require_react_dom_client_production = /* @__PURE__ */ __commonJSMin((function(exports) {
  exports.each = (list) => list.map((one) => { return one; });
}));`);
});

test('a bundler that wraps React DOM in another way stops the build', () => {
  expect(() => withFunction('var require_react_dom_client_production = wrapped((exports) => {});')).toThrow();
});
