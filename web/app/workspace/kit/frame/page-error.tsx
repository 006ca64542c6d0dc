import { Trans } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { pageRefusal } from '../../../platform/api/page-refusal.ts';
import { withWords } from '../../../platform/i18n/catalogues.ts';
import { RouteError } from '../../../platform/route-error.tsx';
import { ErrorPage } from '../../../ui/notices/error-page.tsx';
import { Note } from '../../../ui/notices/note.tsx';
import styles from './page.module.css';

/** Says whom to ask. It loads late, because few people see it. */
const Forbidden = lazy(async () => ({
  default: (await withWords(import('../team/forbidden.tsx'))).Forbidden,
}));

/** Replaces a page of the workspace that failed, inside its frame. The navigation stays. */
export function PageError() {
  const error = useRouteError();
  const { status } = pageRefusal(error);
  if (status === 403)
    return (
      <Suspense fallback={<ErrorPage kind="forbidden" status={403} isFramed />}>
        <Forbidden />
      </Suspense>
    );
  // The general page says these better than a line.
  if (isRouteErrorResponse(error) || status === 404 || status === 429) return <RouteError isFramed />;
  return (
    <div className={styles.failed}>
      <Note
        tone="error"
        announce
        action={
          <button type="button" className="link" onClick={() => location.reload()}>
            <Trans>Try again</Trans>
          </button>
        }
      >
        <Trans>This page could not load.</Trans>
      </Note>
    </div>
  );
}
