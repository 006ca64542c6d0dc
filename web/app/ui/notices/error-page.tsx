import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { isWorkspacePath } from '../../platform/i18n/locales.ts';
import { Logo } from '../brand/logo.tsx';
import { buttonClass } from '../buttons/button.tsx';
import { ClosedDoor } from './closed-door.tsx';
import styles from './error-page.module.css';

export type ErrorKind = 'not-found' | 'no-event' | 'forbidden' | 'offline' | 'failed';

type ErrorPageProps = {
  kind: ErrorKind;
  status?: number | undefined;
  /** Replaces what the page says of this kind. */
  says?: ReactNode;
  /** Shown inside the frame of the workspace, which already has the logo and the main region. */
  isFramed?: boolean;
};

/** A whole page instead of one that cannot be shown: what happened, and a link to continue. */
export function ErrorPage({ kind, status, says, isFramed = false }: ErrorPageProps) {
  const { t } = useLingui();
  const words: Record<ErrorKind, { title: string; description: ReactNode }> = {
    'not-found': {
      title: t`This door doesn’t open.`,
      description: (
        <Trans>
          We couldn’t find that page. The link may be old, or the event may have been taken down by its
          organizer.
        </Trans>
      ),
    },
    'no-event': {
      title: t`Event not available`,
      description: (
        <Trans>
          This event is not online. Its organizer may not have published it yet, or may have taken it down. If
          you hold a ticket, the link in your email still works.
        </Trans>
      ),
    },
    forbidden: {
      title: t`No permission`,
      description: (
        <Trans>Your role doesn’t include this page. Ask the account owner, or sign in as someone else.</Trans>
      ),
    },
    offline: {
      title: t`You are offline.`,
      description: (
        <Trans>This page needs a connection. Nothing was lost; try again once you are back online.</Trans>
      ),
    },
    failed: {
      title: t`Something went wrong.`,
      description: (
        <Trans>The page could not load. The fault is ours, not yours. Try again in a moment.</Trans>
      ),
    },
  };
  const { title, description } = words[kind];
  const isPublic = usePublic(isFramed);
  const Main = isFramed ? 'div' : 'main';
  return (
    <div className={styles.page}>
      <title>{`${title} · Entrada`}</title>
      {!isFramed && (
        <header className={styles.header}>
          <Link to={isPublic ? '/event' : '/'} reloadDocument>
            <Logo />
          </Link>
        </header>
      )}
      <Main className={styles.main}>
        <ClosedDoor className={styles.door} />
        <div className={styles.words}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.description}>{says ?? description}</p>
          <Actions kind={kind} isPublic={isPublic} />
        </div>
      </Main>
      <footer className={styles.floor}>
        <span className="num">{status ? <Trans>Error {status}</Trans> : null}</span>
      </footer>
    </div>
  );
}

/** Whether buyers see the page. To them "/" would only be the organizers' login. */
function usePublic(isFramed: boolean): boolean {
  const { pathname } = useLocation();
  return !isFramed && !isWorkspacePath(pathname) && !/^\/(auth|check-in)(\/|$)/.test(pathname);
}

function Actions({ kind, isPublic }: { kind: ErrorKind; isPublic: boolean }) {
  const { pathname, search } = useLocation();
  const isRetry = kind === 'failed' || kind === 'offline';
  const here = pathname + search;
  return (
    <div className={styles.actions}>
      {isRetry && (
        <a className={buttonClass({ variant: 'ink', size: 'xl' })} href={here}>
          <Trans>Try again</Trans>
        </a>
      )}
      {isPublic && (
        <a className={buttonClass({ variant: isRetry ? 'default' : 'ink', size: 'xl' })} href="/event">
          <Trans>Find an event</Trans>
        </a>
      )}
      {isPublic && kind === 'no-event' && (
        <a className={buttonClass({ variant: 'default', size: 'xl' })} href="/tickets/find">
          <Trans>Find my tickets</Trans>
        </a>
      )}
      <a className={buttonClass({ variant: isRetry || isPublic ? 'default' : 'ink', size: 'xl' })} href="/">
        <Trans>Go back to the home page</Trans>
      </a>
      {kind === 'forbidden' && (
        <a
          className={buttonClass({ variant: 'default', size: 'xl' })}
          href={`/auth/login?as=other&previous=${encodeURIComponent(here)}`}
        >
          <Trans>Sign in as someone else</Trans>
        </a>
      )}
    </div>
  );
}
