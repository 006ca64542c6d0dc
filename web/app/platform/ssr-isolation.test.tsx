import { endpoint } from '@entrada/contract/endpoint';
import { useLingui } from '@lingui/react';
import { createRequestHandler, type LoaderFunctionArgs, type ServerBuild, useLoaderData } from 'react-router';
import { describe, expect, it } from 'vitest';
import { apiContext, type LoadContextValues, makeContext, requestContext } from './context.ts';
import { formatEventDays } from './i18n/format.ts';
import { useNonce } from './nonce.tsx';
import { buildWith } from './routes/one-page-fixture.ts';

const me = endpoint({ method: 'GET', path: '/users/me', access: 'signed-in', summary: 'Who is asking' });
const event = { startsAt: '2027-06-11T16:00:00Z', endsAt: '2027-06-13T21:00:00Z', timezone: 'Europe/Madrid' };

/** A barrier: nobody continues until all requests are in progress together. */
function meetingPoint(expected: number): () => Promise<void> {
  let arrived = 0;
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return async () => {
    arrived += 1;
    if (arrived === expected) open();
    await gate;
  };
}

function buildMeeting(meet: () => Promise<void>): ServerBuild {
  const page = {
    async loader({ context }: LoaderFunctionArgs) {
      await meet();
      const reply = await context.get(apiContext)(me, {});
      await meet();
      return { fromApi: reply, user: context.get(requestContext).user?.firstName };
    },
    default: function Page() {
      const { fromApi, user } = useLoaderData<typeof page.loader>();
      const { i18n } = useLingui();
      return (
        <main data-nonce={useNonce()}>
          {`${user} ${JSON.stringify(fromApi)} ${formatEventDays(event, i18n.locale)}`}
        </main>
      );
    },
  };
  return buildWith(page);
}

const visitors = [
  { name: 'Anna', locale: 'de', lang: 'de', days: 'Fr. 11. – So. 13. Juni 2027' },
  { name: 'Benoît', locale: 'fr', lang: 'fr', days: 'Ven. 11 – dim. 13 juin 2027' },
  { name: 'Mei', locale: 'zh-cn', lang: 'zh-CN', days: '2027年6月11日周五 – 13日周日' },
  { name: 'Caio', locale: 'pt-br', lang: 'pt-BR', days: 'Sex. 11 – dom. 13 de junho de 2027' },
];

describe('rendering for several people at once', () => {
  it('keeps user, language, nonce and API apart', async () => {
    const meet = meetingPoint(visitors.length);
    const handle = createRequestHandler(buildMeeting(meet), 'production');
    const pages = await Promise.all(
      visitors.map(async ({ name, locale }, index) => {
        const request = new Request(`http://localhost/manage/${index}`);
        const values: LoadContextValues = {
          mode: 'production',
          user: { id: index, firstName: name, lastName: 'X', email: `${index}@example.com`, locale },
          baseUrl: 'http://localhost',
          termsUrl: null,
          privacyUrl: null,
          defaultLocale: 'es',
          nonce: `nonce-of-${name}`,
          formKey: `form-of-${name}`,
          reportError: (error) => expect.fail(String(error)),
          transport: async () => ({ status: 200, body: JSON.stringify({ data: `secret of ${name}` }) }),
        };
        const response = await handle(request, makeContext(values, request));
        return { status: response.status, html: await response.text() };
      }),
    );
    for (const [index, visitor] of visitors.entries()) {
      const { status, html } = pages[index] ?? expect.fail('no page');
      expect(status).toBe(200);
      expect(html).toContain(`<html lang="${visitor.lang}"`);
      expect(html).toContain(visitor.days);
      expect(html).toContain(`secret of ${visitor.name}`);
      expect(html).toContain(`nonce-of-${visitor.name}`);
      for (const other of visitors.filter((one) => one !== visitor)) expect(html).not.toContain(other.name);
    }
  });
});
