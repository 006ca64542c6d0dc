import { useLingui } from '@lingui/react/macro';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { useEvent } from '../data/event.ts';
import type { Frame } from './typed.ts';

/** What the amounts and times of a form are of. */
export function useFrame(): Frame {
  const { i18n } = useLingui();
  const { currency, timezone } = useEvent();
  return { currency, timezone, locale: languageTag(i18n.locale) };
}
