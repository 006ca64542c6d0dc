import { expect, test } from 'vitest';
import { ApiError } from '../../../platform/api/error.ts';
import { pageAfter } from '../../../ui/notices/failed-page-fixture.tsx';
import { PageError } from './page-error.tsx';

/** The page instead of one that failed while it was shown. */
const htmlAfter = async (error: unknown) =>
  (await pageAfter({ ErrorBoundary: PageError, path: '/manage/event/7/orders', error })).html;

test('too many tries are told as on any other page, with the time to wait', async () => {
  const busy = new ApiError({ status: 429, code: 'RATE_LIMITED', params: { retryAfter: 30 } });
  const page = await htmlAfter(busy);
  expect(page).toContain('Please wait a moment.');
  expect(page).toContain('Try again in 30 seconds.');
});

test('what is not there is not found, and a fault is a line with another try', async () => {
  expect(await htmlAfter(new ApiError({ status: 404, code: 'NOT_FOUND' }))).toContain(
    'This door doesn’t open.',
  );
  expect(await htmlAfter(new ApiError({ status: 500, code: 'INTERNAL' }))).toContain(
    'This page could not load.',
  );
});
