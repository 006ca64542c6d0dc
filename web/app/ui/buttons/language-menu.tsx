import { LOCALES } from '@entrada/contract/constants';
import { useLingui } from '@lingui/react/macro';
import { IconCheck, IconChevronDown, IconWorld } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { isLocale, languageTag, localeNames } from '../../platform/i18n/locales.ts';
import styles from './language-menu.module.css';

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
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      const isOutside = event.type === 'pointerdown' && !menu.current?.contains(event.target as Node);
      if (menu.current?.open && (isEscape || isOutside)) menu.current.open = false;
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('keydown', close);
    };
  }, []);
  const current = isLocale(i18n.locale) ? localeNames[i18n.locale] : i18n.locale;
  return (
    <details ref={menu} data-menu className={styles.menu}>
      <summary className={styles.button}>
        <IconWorld size={16} stroke={1.75} aria-hidden="true" />
        <span className="visually-hidden">{t`Language: ${current}`}</span>
        <span aria-hidden="true">{isShort ? i18n.locale.slice(0, 2).toUpperCase() : current}</span>
        <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
      </summary>
      <ul className={styles.list} data-opens={opens}>
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
