import { updateMe } from '@entrada/contract/accounts/accounts';
import { COLOR_SCHEMES, LOCALES } from '@entrada/contract/constants';
import { useLingui } from '@lingui/react/macro';
import { useMantineColorScheme } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconKeyboard,
  IconLanguage,
  IconMoon,
  IconPlus,
  IconSun,
} from '@tabler/icons-react';
import { useLocation, useNavigate } from 'react-router';
import { api } from '../../../platform/api/client.ts';
import type { ColorScheme } from '../../../platform/color-scheme.ts';
import { type Locale, languageTag, localeNames } from '../../../platform/i18n/locales.ts';
import { useSession } from '../data/session.ts';
import { useChange } from '../data/use-change.ts';
import { showOverlay } from '../frame/overlays.ts';
import { type Command, type CommandGroup, matches } from './commands.ts';
import { creationPath, eventOfPath, reachable } from './pages.ts';

const schemeIcons = { auto: IconDeviceDesktop, dark: IconMoon, light: IconSun };

/** The commands whose labels contain the typed words: pages, new things and the user's own settings. */
export function useCommands(query: string): CommandGroup[] {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { may } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const chooseLanguage = useChange({
    run: (locale: Locale) => api(updateMe, { body: { locale } }),
    onDone: () => location.reload(),
  });
  const eventId = eventOfPath(pathname);
  const pages = reachable(eventId, may);
  const to = (path: string) => () => void navigate(path);
  const schemes: Record<ColorScheme, string> = {
    auto: t`Appearance: as the system`,
    dark: t`Appearance: dark`,
    light: t`Appearance: light`,
  };
  const goTo: Command[] = pages.map(({ id, label, icon, path, key }) => ({
    id: `go-${id}`,
    label: i18n._(label),
    icon,
    ...(key && { keys: ['G', key.toUpperCase()] }),
    run: to(path(eventId ?? 0)),
  }));
  const create: Command[] = pages.flatMap((page) =>
    page.create && may(page.create.permission)
      ? [
          {
            id: `new-${page.id}`,
            label: i18n._(page.create.label),
            icon: IconPlus,
            run: to(creationPath(page, eventId ?? 0)),
          },
        ]
      : [],
  );
  const language = t`Language`;
  const own: Command[] = [
    ...COLOR_SCHEMES.map((scheme) => ({
      id: `scheme-${scheme}`,
      label: schemes[scheme],
      icon: schemeIcons[scheme],
      isCurrent: scheme === colorScheme,
      run: () => setColorScheme(scheme),
    })),
    {
      id: 'shortcuts',
      label: t`Keyboard shortcuts`,
      icon: IconKeyboard,
      keys: ['?'],
      run: () => showOverlay('shortcuts'),
    },
    ...LOCALES.map((locale) => ({
      id: `language-${locale}`,
      label: localeNames[locale],
      detail: language,
      lang: languageTag(locale),
      icon: IconLanguage,
      isCurrent: locale === i18n.locale,
      run: () => void (locale === i18n.locale || chooseLanguage.start(locale)),
    })),
  ];
  const groups: CommandGroup[] = [
    { id: 'go', label: t`Go to`, commands: goTo },
    { id: 'new', label: t`Create`, commands: create },
    { id: 'own', label: t`Your choices`, commands: own },
  ];
  return groups.map((group) => ({
    ...group,
    commands: group.commands.filter(({ label, detail = '' }) => matches(`${label} ${detail}`, query)),
  }));
}
