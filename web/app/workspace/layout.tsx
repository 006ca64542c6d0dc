import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '../platform/styles/mantine.css';
import './mantine.css';
import { getMe, listMyAccounts } from '@entrada/contract/accounts/accounts';
import type { Permission } from '@entrada/contract/permissions';
import { useLingui } from '@lingui/react/macro';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type LoaderFunctionArgs, Outlet, redirect, useLoaderData, useMatches } from 'react-router';
import { lateErrorMessages } from '../platform/api/error-messages.ts';
import { createQueryClient } from '../platform/api/query-client.ts';
import { apiContext, requestContext } from '../platform/context.ts';
import { colorSchemeManager, cssVariablesResolver } from '../platform/mantine-theme.ts';
import { pageNonce, useNonce } from '../platform/nonce.tsx';
import { doorPath, homePath, secondFactorPath } from '../platform/previous-url.ts';
import { RouteError } from '../platform/route-error.tsx';
import { EarlyPress } from './early-press.tsx';
import { allOrganizers } from './kit/data/all-organizers.ts';
import { keys } from './kit/data/keys.ts';
import { SessionContext } from './kit/data/session.ts';
import { Dialogs } from './kit/dialogs/host.tsx';
import { NarrowContext } from './kit/display/use-narrow.ts';
import { Toasts } from './kit/frame/toasts.tsx';
import { loadErrorMessages } from './kit/late/load-errors.ts';
import { LiveProvider } from './kit/live/provider.tsx';
import { Palette } from './kit/palette/palette.tsx';
import { keepAnswers, registerClient } from './kit/reading/reads.ts';
import { workspaceTheme } from './theme.ts';

lateErrorMessages(loadErrorMessages);

export async function loader({ context, request }: LoaderFunctionArgs) {
  const call = context.get(apiContext);
  const { data: user } = await call(getMe, {});
  const { pathname } = new URL(request.url);
  const isSettingUp = pathname.startsWith(secondFactorPath);
  if (user.needsSecondFactor !== isSettingUp)
    throw redirect(user.needsSecondFactor ? secondFactorPath : homePath);
  const may = (permission: Permission) => user.permissions.includes(permission);
  const [accounts, organizers] = await Promise.all([
    call(listMyAccounts, {}),
    // Who works at a door may read none.
    user.needsSecondFactor || !may('organizers.read') ? [] : allOrganizers(call),
  ]);
  if (!user.needsSecondFactor) {
    if (!user.hasOrganizer && may('organizers.write')) throw redirect('/welcome');
    // Who works at a door has no events. Login leads to them all the same.
    if (pathname.replace(/\.data$/, '') === homePath && !may('events.read')) throw redirect(doorPath);
  }
  const { isPhone, baseUrl } = context.get(requestContext);
  return { me: user, accounts: accounts.data, organizers, isPhone, site: new URL(baseUrl).origin };
}

/** Pages of an account may not be stored in any cache. */
export const headers = () => ({ 'cache-control': 'no-store' });

/** The query client keeps this data up to date. Changing the account or the language reloads the page. */
export const shouldRevalidate = () => false;

declare global {
  var __webpack_nonce__: string | undefined;
}

export default function WorkspaceLayout() {
  const session = useLoaderData<typeof loader>();
  const { t } = useLingui();
  const nonce = useNonce();
  const loaded = useMatches().map(({ loaderData }) => loaderData);
  const [queryClient] = useState(() => {
    const client = createQueryClient();
    client.setQueryData(keys.me, session.me);
    client.setQueryData(keys.allOrganizers, session.organizers);
    keepAnswers(client, loaded);
    return client;
  });
  useEffect(() => registerClient(queryClient), [queryClient]);
  const close = t`Close`;
  const dismiss = t`Dismiss`;
  const theme = useMemo(() => workspaceTheme({ close, dismiss }), [close, dismiss]);
  useEffect(() => {
    // The library that locks scrolling behind a dialog reads the nonce for its styles from here.
    globalThis.__webpack_nonce__ = pageNonce();
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce ?? (typeof document === 'undefined' ? '' : pageNonce())}
      >
        <EarlyPress />
        <Toasts />
        <SessionContext value={session}>
          <NarrowContext value={session.isPhone}>
            <LiveProvider client={queryClient} isOn={session.me.permissions.includes('events.read')}>
              <Outlet />
              <Palette />
              <Dialogs />
            </LiveProvider>
          </NarrowContext>
        </SessionContext>
      </MantineProvider>
    </QueryClientProvider>
  );
}

export function ErrorBoundary() {
  return <RouteError />;
}
