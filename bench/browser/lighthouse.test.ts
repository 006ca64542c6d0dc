import { expect, test } from 'vitest';
import { readResult } from './lighthouse.ts';

test('a visit counts what came over the network, and the cover apart', () => {
  const items = [
    { url: 'http://shop/event/1', resourceType: 'Document', transferSize: 9_000 },
    { url: 'http://shop/logo.webp', resourceType: 'Image', transferSize: 2_000 },
    { url: 'http://shop/cover.webp', resourceType: 'Image', transferSize: 31_000 },
    { url: 'http://shop/base.css', resourceType: 'Stylesheet', transferSize: 10_000 },
    { url: 'http://shop/base.css', resourceType: 'Stylesheet', transferSize: 0 },
    { url: 'data:image/webp;base64,UklG', resourceType: 'Image', transferSize: 100 },
  ];
  const visited = readResult({
    categories: { performance: { score: 0.98 } },
    audits: {
      'largest-contentful-paint': { numericValue: 1_660 },
      'network-requests': { details: { items } },
    },
  });
  expect(visited).toMatchObject({ score: 98, largestPaint: 1_660, requests: 4, coverKb: 31, otherKb: 21 });
  expect(visited.blocked).toBeNaN();
});
