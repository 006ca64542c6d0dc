import { resetFactors } from '@entrada/contract/accounts/security';
import { type Member, signOutUser } from '@entrada/contract/accounts/team';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { IconLogout, IconShieldOff } from '@tabler/icons-react';
import { api } from '../../platform/api/client.ts';
import { ApiError } from '../../platform/api/error.ts';
import { keys } from '../kit/data/keys.ts';
import { useChange } from '../kit/data/use-change.ts';
import { askFirst } from '../kit/frame/confirm.tsx';
import { useAskIdentity } from '../kit/identity/use-ask-identity.tsx';

/** What an owner or administrator does about the sign-in of somebody else. */
export function SignInActions({ member, name }: { member: Member; name: string }) {
  if (member.status !== 'active' || member.isYou || member.role === 'owner') return null;
  return (
    <Group gap="xs">
      <SignOut member={member} name={name} />
      {member.hasSecondFactor && <ResetFactors member={member} name={name} />}
    </Group>
  );
}

function SignOut({ member, name }: { member: Member; name: string }) {
  const { t } = useLingui();
  const change = useChange({
    run: () => api(signOutUser, { params: { userId: String(member.id) } }),
    success: () => t`${name} is signed out of this account everywhere.`,
  });
  return (
    <Button
      leftSection={<IconLogout size={18} stroke={1.75} />}
      loading={change.isPending}
      onClick={() => void change.start(undefined)}
    >
      <Trans>Sign out everywhere</Trans>
    </Button>
  );
}

/** Takes lost second factors from a member, who is told by mail. Whoever does it first shows who they are. */
function ResetFactors({ member, name }: { member: Member; name: string }) {
  const { t } = useLingui();
  const askIdentity = useAskIdentity();
  const change = useChange({
    run: () => api(resetFactors, { params: { userId: String(member.id) } }),
    invalidates: () => [keys.team],
    success: () => t`${name} signs in with the password alone next time. We sent them an email.`,
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'IDENTITY_UNCONFIRMED') return false;
      void askIdentity({
        says: <Trans>You are about to change how {name} signs in. This is asked once in ten minutes.</Trans>,
        onDone: () => void change.start(undefined),
      });
      return true;
    },
  });
  return (
    <Button
      leftSection={<IconShieldOff size={18} stroke={1.75} />}
      loading={change.isPending}
      onClick={() =>
        askFirst({
          title: t`Reset the second factor of ${name}?`,
          text: (
            <Trans>
              The app, the passkeys and the recovery codes of {name} stop working, and they are signed out
              everywhere. Make sure that it is really them who ask you, by a call for example.
            </Trans>
          ),
          confirm: t`Reset second factor`,
          keep: t`Keep`,
          run: async () => {
            await change.start(undefined);
            return true;
          },
        })
      }
    >
      <Trans>Reset second factor</Trans>
    </Button>
  );
}
