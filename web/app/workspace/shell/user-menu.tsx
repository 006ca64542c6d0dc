import { logout, updateMe } from '@entrada/contract/accounts';
import { COLOR_SCHEMES, LOCALES } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { Menu, useMantineColorScheme } from '@mantine/core';
import {
  IconCheck,
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconSelector,
  IconSun,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { api } from '../../platform/api.ts';
import type { ColorScheme } from '../../platform/color-scheme.ts';
import { type Locale, languageTag, localeNames } from '../../platform/locales.ts';
import { loginPath } from '../../platform/previous-url.ts';
import { Avatar } from '../../ui/avatar.tsx';
import styles from './frame.module.css';
import { useSession } from './session.ts';
import { useChange } from './use-change.ts';

const schemeIcons = { auto: IconDeviceDesktop, dark: IconMoon, light: IconSun };

/** The signed-in person's own choices, at the foot of the sidebar. */
export function UserMenu() {
  const { t, i18n } = useLingui();
  const { me } = useSession();
  const signOut = useChange({
    run: () => api(logout, {}),
    onDone: () => location.assign(loginPath),
  });
  const chooseLanguage = useChange({
    run: (locale: Locale) => api(updateMe, { body: { locale } }),
    onDone: () => location.reload(),
  });
  const name = [me.firstName, me.lastName].filter(Boolean).join(' ');
  const check = <IconCheck size={16} stroke={2} aria-hidden="true" />;
  return (
    <Menu position="top-start" width={232}>
      <Menu.Target>
        <button type="button" className={styles.user}>
          <span className="visually-hidden">{t`Your menu: ${name}`}</span>
          <Avatar name={name} size={28} />
          <span className={styles.grow} aria-hidden="true">
            {name}
          </span>
          <IconSelector size={16} stroke={1.75} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu ?? ''}>
        <Menu.Label className={styles.menuEmail ?? ''}>{me.email}</Menu.Label>
        <Menu.Item
          leftSection={<IconLogout size={18} stroke={1.75} />}
          closeMenuOnClick={false}
          onClick={() => void signOut.start(undefined)}
        >
          <Trans>Sign out</Trans>
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>
          <Trans>Appearance</Trans>
        </Menu.Label>
        <SchemeItems check={check} />
        <Menu.Divider />
        <Menu.Label>
          <Trans>Language</Trans>
        </Menu.Label>
        {LOCALES.map((locale) => (
          <Menu.Item
            key={locale}
            role="menuitemradio"
            aria-checked={locale === i18n.locale}
            lang={languageTag(locale)}
            rightSection={locale === i18n.locale && check}
            onClick={() => void chooseLanguage.start(locale)}
          >
            {localeNames[locale]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function SchemeItems({ check }: { check: React.ReactNode }) {
  const { t } = useLingui();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // The server does not know the choice; it shows once the page is alive.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const names: Record<ColorScheme, string> = { auto: t`As the system`, dark: t`Dark`, light: t`Light` };
  return COLOR_SCHEMES.map((scheme) => {
    const Icon = schemeIcons[scheme];
    const isChosen = isMounted && scheme === colorScheme;
    return (
      <Menu.Item
        key={scheme}
        role="menuitemradio"
        aria-checked={isChosen}
        leftSection={<Icon size={18} stroke={1.75} />}
        rightSection={isChosen && check}
        closeMenuOnClick={false}
        onClick={() => setColorScheme(scheme)}
      >
        {names[scheme]}
      </Menu.Item>
    );
  });
}
