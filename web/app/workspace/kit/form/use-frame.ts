import { useLingui } from '@lingui/react/macro';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { useEvent } from '../data/event.ts';
import type { Frame } from './typed.ts';

/** The currency, time zone and locale for the amounts and times of a form. */
export function useFrame(): Frame {
  const { i18n } = useLingui();
  const { currency, timezone } = useEvent();
  return { currency, timezone, locale: languageTag(i18n.locale) };
}
