import type { EventDetail } from '@entrada/contract/catalog/events';
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterAll, expect, test, vi } from 'vitest';
import * as session from '../data/session.ts';
import { PublishConditions } from './publish-conditions.tsx';
import { StepAction } from './steps.tsx';

// Files share their modules, so one that another file has loaded cannot be mocked. What it exports can be watched.
const signedIn = { may: () => true } as unknown as ReturnType<typeof session.useSession>;
const spied = vi.spyOn(session, 'useSession').mockReturnValue(signedIn);
afterAll(() => spied.mockRestore());

const event = { id: 5, checklist: { emailConfirmed: true, hasTicket: false } } as EventDetail;

test.each<[string, ReactNode, string]>([
  ['ticket, of the conditions', <PublishConditions key="1" event={event} onLeave={() => {}} />, 'New ticket'],
  [
    'ticket, of the first steps',
    <StepAction key="2" id="ticket" event={event} variant="ink" />,
    'New ticket',
  ],
  ['list, of the first steps', <StepAction key="3" id="check-in" event={event} variant="ink" />, 'New list'],
])('the way to a new %s has the name of the form that it opens', (_, element, name) => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <I18nProvider i18n={setupI18n({ locale: 'en', messages: { en: {} } })}>
          <MemoryRouter>{element}</MemoryRouter>
        </I18nProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const [, link = ''] = /<a\b[^>]*drawer=new[^>]*>(.*?)<\/a>/.exec(html) ?? [];
  expect(link.replaceAll(/<[^>]*>/g, '')).toBe(name);
});
