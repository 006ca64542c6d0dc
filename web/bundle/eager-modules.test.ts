import { expect, test } from 'vitest';
import { withFunctions } from './eager-modules.ts';

test('the arrow around a module becomes a function, whatever it takes', () => {
  expect(
    withFunctions(`var a = /* @__PURE__ */ __commonJSMin(((exports) => {
  exports.each = (list) => list.map((one) => { return one; });
}));
var b = __commonJSMin(((exports, module) => {
  module.exports = 1;
}));
var c = __commonJS((() => {}));`),
  ).toBe(`var a = /* @__PURE__ */ __commonJSMin((function(exports) {
  exports.each = (list) => list.map((one) => { return one; });
}));
var b = __commonJSMin((function(exports, module) {
  module.exports = 1;
}));
var c = __commonJS((function() {}));`);
});
