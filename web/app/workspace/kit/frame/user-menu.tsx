import { logout, updateMe } from '@entrada/contract/accounts/accounts';
import { personName } from '@entrada/contract/accounts/person-name';
import { COLOR_SCHEMES, LOCALES } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMantineColorScheme } from '@mantine/core';
import {
  IconBuildingCommunity,
  IconKeyboard,
  IconLogout,
  IconSearch,
  IconSelector,
  IconUser,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../../platform/api/client.ts';
import type { ColorScheme } from '../../../platform/color-scheme.ts';
import { isLocale, type Locale, languageTag, localeNames } from '../../../platform/i18n/locales.ts';
import { loginPath } from '../../../platform/previous-url.ts';
import { Avatar } from '../../../ui/brand/avatar.tsx';
import { useSession } from '../data/session.ts';
import { useChange } from '../data/use-change.ts';
import { chooseSound, useSoundChoice } from '../live/sound-choice.ts';
import { Menu } from '../menus/menu.tsx';
import styles from './frame.module.css';
import { showOverlay } from './overlays.ts';

/** The menu of the signed-in user, at the bottom of the sidebar. */
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
  const name = personName(me);
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
          leftSection={<IconSearch size={18} stroke={1.75} />}
          onClick={() => showOverlay('palette')}
        >
          <Trans>Search and commands</Trans>
        </Menu.Item>
        <Menu.Item
          leftSection={<IconKeyboard size={18} stroke={1.75} />}
          onClick={() => showOverlay('shortcuts')}
        >
          <Trans>Keyboard shortcuts</Trans>
        </Menu.Item>
        <Menu.Item component={Link} to="/manage/profile" leftSection={<IconUser size={18} stroke={1.75} />}>
          <Trans>Your profile</Trans>
        </Menu.Item>
        <Menu.Item
          component={Link}
          to="/manage/account"
          leftSection={<IconBuildingCommunity size={18} stroke={1.75} />}
        >
          <Trans>Your accounts</Trans>
        </Menu.Item>
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
        <SchemeItems />
        <Menu.Divider />
        <Menu.Label>
          <Trans>This browser</Trans>
        </Menu.Label>
        <SoundItem />
        <Menu.Divider />
        <Menu.Label>
          <Trans>Language</Trans>
        </Menu.Label>
        <Menu.RadioGroup
          value={i18n.locale}
          onChange={(locale) => isLocale(locale) && void chooseLanguage.start(locale)}
        >
          {LOCALES.map((locale) => (
            <Menu.RadioItem key={locale} value={locale} lang={languageTag(locale)}>
              {localeNames[locale]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Switches the sound of a sale in this browser. Switched on, it plays once: the browser allows it from this press on. */
function SoundItem() {
  const isOn = useSoundChoice();
  const choose = async () => {
    chooseSound(!isOn);
    if (isOn) return;
    const { playSale } = await import('../live/sale-sound.ts');
    await playSale();
  };
  return (
    <Menu.CheckboxItem checked={isOn} onChange={() => void choose()} closeMenuOnClick={false}>
      <Trans>Sound for each sale</Trans>
    </Menu.CheckboxItem>
  );
}

function SchemeItems() {
  const { t } = useLingui();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // The server does not know this choice. It shows after the page has hydrated.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const names: Record<ColorScheme, string> = { auto: t`As the system`, dark: t`Dark`, light: t`Light` };
  return (
    <Menu.RadioGroup
      value={isMounted ? colorScheme : null}
      onChange={(chosen) => {
        const scheme = COLOR_SCHEMES.find((one) => one === chosen);
        if (scheme) setColorScheme(scheme);
      }}
    >
      {COLOR_SCHEMES.map((scheme) => (
        <Menu.RadioItem key={scheme} value={scheme}>
          {names[scheme]}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
