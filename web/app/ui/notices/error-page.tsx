import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { isWorkspacePath } from '../../platform/i18n/locales.ts';
import { Logo } from '../brand/logo.tsx';
import { buttonClass } from '../buttons/button.tsx';
import { BusyWords } from './busy-words.tsx';
import { ClosedDoor } from './closed-door.tsx';
import styles from './error-page.module.css';

export type ErrorKind = 'not-found' | 'forbidden' | 'offline' | 'busy' | 'failed';

type ErrorPageProps = {
  kind: ErrorKind;
  status?: number | undefined;
  /** Of `busy`: how many seconds to wait, if that is known. */
  retryAfter?: number | undefined;
  /** Replaces the title of this kind. */
  title?: string;
  /** Another way on. */
  more?: ReactNode;
  /** Replaces what the page says of this kind. */
  says?: ReactNode;
  /** Shown inside the frame of the workspace, which already has the logo and the main region. */
  isFramed?: boolean;
};

/** A whole page instead of one that cannot be shown: what happened, and a link to continue. */
export function ErrorPage({
  kind,
  status,
  retryAfter,
  title: ownTitle,
  says,
  more,
  isFramed = false,
}: ErrorPageProps) {
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
    busy: { title: t`Please wait a moment.`, description: <BusyWords retryAfter={retryAfter} /> },
    failed: {
      title: t`Something went wrong.`,
      description: (
        <Trans>The page could not load. The fault is ours, not yours. Try again in a moment.</Trans>
      ),
    },
  };
  const told = words[kind];
  const title = ownTitle ?? told.title;
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
          <p className={styles.description}>{says ?? told.description}</p>
          <Actions kind={kind} isPublic={isPublic} more={more} />
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

type ActionsProps = { kind: ErrorKind; isPublic: boolean; more: ReactNode };

function Actions({ kind, isPublic, more }: ActionsProps) {
  const { pathname, search } = useLocation();
  const isRetry = kind !== 'not-found' && kind !== 'forbidden';
  const here = pathname + search;
  const link = (to: string, words: ReactNode, isMain = false) => (
    <a className={buttonClass({ variant: isMain ? 'ink' : 'default', size: 'xl' })} href={to}>
      {words}
    </a>
  );
  return (
    <div className={styles.actions}>
      {isRetry && link(here, <Trans>Try again</Trans>, true)}
      {isPublic && link('/event', <Trans>Find an event</Trans>, !isRetry)}
      {more}
      {link('/', <Trans>Go back to the home page</Trans>, !isRetry && !isPublic)}
      {kind === 'forbidden' &&
        link(
          `/auth/login?as=other&previous=${encodeURIComponent(here)}`,
          <Trans>Sign in as someone else</Trans>,
        )}
    </div>
  );
}
