import { expect, test } from 'vitest';
import { ApiError } from '../../platform/api/error.ts';
import { pageAfter } from '../../ui/notices/failed-page-fixture.tsx';
import { ErrorBoundary } from './widget-page.tsx';

test.each([
  [429, 'Try again in 30 seconds.'],
  [500, 'The fault is ours'],
])('a widget that answers %i says what happened', async (status, words) => {
  const loader = () => {
    throw new ApiError({ status, code: 'RATE_LIMITED', params: { retryAfter: 30 } });
  };
  const page = await pageAfter({ ErrorBoundary, path: '/widget/7', loader });
  expect(page.status).toBe(status);
  expect(page.html).toContain(words);
});
