import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { newAttempt } from '../attempt.ts';
import { Verdict } from './screen.tsx';
import { shownAnswer } from './shown.ts';

const nobody = {
  guest: null,
  earlier: null,
  others: 0,
  attendees: 2,
  checkedIn: 0,
  isOffline: true,
} as const;

/** The page after a scan that names nobody, for a supervisor or a steward. */
function pageAfter(
  verdict: 'number' | 'unknown',
  code: string,
  { isSupervisor }: { isSupervisor: boolean },
): string {
  return renderToStaticMarkup(
    <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
      <Verdict
        answer={shownAnswer({ ...nobody, verdict }, newAttempt({ method: 'scan', code }))}
        timezone="Europe/Madrid"
        onNext={() => undefined}
        onUndo={undefined}
        onSearch={isSupervisor ? () => undefined : undefined}
        onOrder={() => Promise.reject(new Error('nobody'))}
      />
    </I18nProvider>,
  );
}

test('a number is told from a code that nobody knows, and a supervisor may search by it', () => {
  const page = pageAfter('number', 'ent-7k3q9f-1', { isSupervisor: true });
  expect(page).toContain('data-verdict="number"');
  expect(page).toContain('data-tone="attn"');
  expect(page).toContain('A number, not a code');
  expect(page).toContain('ENT-7K3Q9F-1');
  expect(page).toContain('Search by number');
  expect(page).not.toContain('Do not admit');
});

test('a steward is told the same, without the search', () => {
  const page = pageAfter('number', 'ENT-7K3Q9F-1', { isSupervisor: false });
  expect(page).toContain('A number, not a code');
  expect(page).not.toContain('Search by number');
});

test('any other unknown code stays one', () => {
  const page = pageAfter('unknown', '4006381333931', { isSupervisor: true });
  expect(page).toContain('data-verdict="unknown"');
  expect(page).toContain('Do not admit');
  expect(page).toContain('Search by name');
});
