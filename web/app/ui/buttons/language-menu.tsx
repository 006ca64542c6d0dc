import { LOCALES } from '@entrada/contract/constants';
import { useLingui } from '@lingui/react/macro';
import { IconCheck, IconChevronDown, IconWorld } from '@tabler/icons-react';
import { useLocation } from 'react-router';
import { isLocale, languageTag, localeNames } from '../../platform/i18n/locales.ts';
import { cx } from '../class-names.ts';
import dropdown from './dropdown.module.css';
import styles from './language-menu.module.css';
import { useClosing } from './use-closing.ts';

/** The seven languages as plain links, so that the choice works without scripts. `isShort` shows only the code. */
export function LanguageMenu({
  opens = 'down',
  isShort = false,
}: {
  opens?: 'up' | 'down';
  isShort?: boolean;
}) {
  const { i18n, t } = useLingui();
  const { pathname, search } = useLocation();
  const menu = useClosing();
  const current = isLocale(i18n.locale) ? localeNames[i18n.locale] : i18n.locale;
  return (
    <details ref={menu} data-menu className={dropdown.menu}>
      <summary className={cx(dropdown.button, styles.button)}>
        <IconWorld size={16} stroke={1.75} aria-hidden="true" />
        <span className="visually-hidden">{t`Language: ${current}`}</span>
        <span aria-hidden="true">{isShort ? i18n.locale.slice(0, 2).toUpperCase() : current}</span>
        <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
      </summary>
      <ul className={cx(dropdown.list, styles.list)} data-opens={opens}>
        {LOCALES.map((locale) => (
          <li key={locale}>
            <a
              href={`/locale?to=${locale}&back=${encodeURIComponent(pathname + search)}`}
              lang={languageTag(locale)}
              rel="nofollow"
              aria-current={locale === i18n.locale ? 'true' : undefined}
            >
              {localeNames[locale]}
              {locale === i18n.locale && <IconCheck size={16} stroke={1.75} aria-hidden="true" />}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
