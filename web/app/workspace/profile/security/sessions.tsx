import {
  type DeviceSession,
  endOtherSessions,
  endSession,
  type Security,
} from '@entrada/contract/accounts/security';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, IconTerminal2 } from '@tabler/icons-react';
import { api } from '../../../platform/api/client.ts';
import { Badge } from '../../../ui/badge.tsx';
import { keys } from '../../kit/data/keys.ts';
import { useSession } from '../../kit/data/session.ts';
import { Ago } from '../../kit/display/ago.tsx';
import { Section } from '../../kit/display/section.tsx';
import { latePart } from '../../kit/late/part.tsx';
import styles from './security.module.css';
import { useSecureChange } from './use-secure-change.ts';

const ICONS = {
  computer: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  program: IconTerminal2,
};

/** The words for a device, from what its browser says about itself. */
export function useDeviceName() {
  const { t } = useLingui();
  return ({ browser, system }: Pick<DeviceSession, 'browser' | 'system'>): string => {
    if (browser && system) return t`${browser} on ${system}`;
    return browser || system || t`Unknown device`;
  };
}

const SessionPlace = latePart(async () => (await import('./session-place.tsx')).SessionPlace, {
  // It loads within a moment, and the line stays as high.
  Place: () => null,
});

/** Where one is signed in. */
export function SessionSection({ found }: { found: Security }) {
  const { t } = useLingui();
  const others = useSecureChange({
    run: (_: null) => api(endOtherSessions, {}),
    invalidates: () => [keys.security],
    success: () => t`You are signed out everywhere else.`,
  });
  return (
    <Section
      title={<Trans>Where you are signed in</Trans>}
      text={<Trans>Sign out of anything you do not know, then change your password.</Trans>}
    >
      <ul className={styles.rows}>
        {found.sessions.map((session) => (
          <Row key={session.id} session={session} />
        ))}
      </ul>
      {found.sessions.length > 1 && (
        <div className={styles.actions}>
          <Button variant="danger" loading={others.isPending} onClick={() => void others.start(null)}>
            <Trans>Sign out everywhere else</Trans>
          </Button>
        </div>
      )}
    </Section>
  );
}

function Row({ session }: { session: DeviceSession }) {
  const { t } = useLingui();
  const { me } = useSession();
  const name = useDeviceName()(session);
  const end = useSecureChange({
    run: (id: number) => api(endSession, { params: { sessionId: String(id) } }),
    invalidates: () => [keys.security],
    success: () => t`${name} is signed out.`,
  });
  const Icon = ICONS[session.kind];
  return (
    <li className={styles.row}>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.name}>
          {name}
          {session.isCurrent && (
            <Badge tone="ok">
              <Trans>This device</Trans>
            </Badge>
          )}
          {session.isNewPlace && !session.isCurrent && (
            <Badge tone="attn">
              <Trans>New place</Trans>
            </Badge>
          )}
        </p>
        <p className={styles.detail}>
          {session.place && <SessionPlace place={session.place} />}
          {session.isCurrent ? (
            <Trans>now</Trans>
          ) : (
            <Ago at={session.lastSeenAt} timezone={me.timezone ?? me.account.timezone} />
          )}
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          loading={end.isPending}
          aria-label={t`Sign out ${name}`}
          onClick={() => void end.start(session.id)}
        >
          <Trans>Sign out</Trans>
        </Button>
      )}
    </li>
  );
}
