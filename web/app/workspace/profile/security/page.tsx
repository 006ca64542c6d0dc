import { useLingui } from '@lingui/react/macro';
import { Skeleton } from '../../../ui/notices/skeleton.tsx';
import { LoadFailed } from '../../kit/display/load-failed.tsx';
import { PageError } from '../../kit/frame/page-error.tsx';
import { onNewPath, readInBrowser, readOnServer, useRead } from '../../kit/reading/reads.ts';
import { EmailSection } from './email.tsx';
import { PasskeySection } from './passkeys.tsx';
import { PasswordSection } from './password.tsx';
import { reads, securityRead } from './reads.ts';
import { SessionSection } from './sessions.tsx';
import { TwoStepSection } from './two-step.tsx';

export const loader = readOnServer(reads);
export const clientLoader = readInBrowser(reads);
export const shouldRevalidate = onNewPath;

/** The ways in which the signed-in person signs in, and where they are signed in. */
export default function ProfileSecurityPage() {
  const { t } = useLingui();
  const { data, isError, error, refetch } = useRead(securityRead);
  if (isError && !data) return <LoadFailed error={error} retry={() => void refetch()} />;
  if (!data)
    return (
      <div role="status" aria-label={t`Loading`}>
        <Skeleton height={120} />
        <Skeleton height={160} />
        <Skeleton height={160} />
      </div>
    );
  return (
    <>
      <EmailSection found={data} />
      <PasskeySection found={data} />
      <TwoStepSection found={data} />
      <PasswordSection found={data} />
      <SessionSection found={data} />
    </>
  );
}

export function ErrorBoundary() {
  return <PageError />;
}
