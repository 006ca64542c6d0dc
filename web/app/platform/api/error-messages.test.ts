import { setupI18n } from '@lingui/core';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, type ApiErrorCode } from './error.ts';
import { bringErrorMessage, errorCodeMessage, errorMessage, lateErrorMessages } from './error-messages.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const say = (code: ApiErrorCode) => errorCodeMessage(i18n, code);
const UNSAID = 'This was refused, but the reason could not be loaded. Reload the page and try again.';

afterEach(() => {
  vi.useRealTimers();
  lateErrorMessages(async () => ({}));
});

test('an error that every page knows loads nothing', async () => {
  const load = vi.fn(async () => ({}));
  lateErrorMessages(load);
  await bringErrorMessage('NOT_FOUND');
  expect(load).not.toHaveBeenCalled();
  expect(say('NOT_FOUND')).toBe('We couldn’t find that. It may have been removed.');
});

test('what is no error of the API is said to be ours', () => {
  expect(errorMessage(i18n, new TypeError('x is undefined'))).toBe(
    'Something went wrong on our side. Try again in a moment.',
  );
  expect(errorMessage(i18n, new ApiError({ status: 404, code: 'NOT_FOUND' }))).toBe(say('NOT_FOUND'));
});

test('without its message an error asks to reload, and the next one tries to load it again', async () => {
  lateErrorMessages(async () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  await bringErrorMessage('SLUG_TAKEN');
  expect(say('SLUG_TAKEN')).toBe(UNSAID);
  lateErrorMessages(async () => ({ SLUG_TAKEN: { id: 'taken', message: 'Taken.' } }));
  await bringErrorMessage('SLUG_TAKEN');
  expect(say('SLUG_TAKEN')).toBe('Taken.');
});

test('an error does not wait for its message for ever', async () => {
  vi.useFakeTimers();
  lateErrorMessages(() => new Promise(() => undefined));
  const brought = vi.fn();
  const waits = bringErrorMessage('SLUG_RESERVED').then(brought);
  await vi.advanceTimersByTimeAsync(3999);
  expect(brought).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await waits;
  expect(say('SLUG_RESERVED')).toBe(UNSAID);
});

test('only buyers read of a charge when an event was called off', async () => {
  expect(say('EVENT_CALLED_OFF')).toBe('This event was called off.');
  await import('../routes/checkout-words.tsx');
  expect(say('EVENT_CALLED_OFF')).toBe('This event was called off. Nothing was charged.');
});
