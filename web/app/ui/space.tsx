import { useLingui } from '@lingui/react';

/** What stands between two sentences: a space, but nothing in Chinese, whose full stop brings its own. */
export function Space() {
  const { i18n } = useLingui();
  return i18n.locale === 'zh-cn' ? null : ' ';
}

/** What stands between two parts of a line: a comma and a space, in Chinese the wide comma alone. */
export function Comma() {
  const { i18n } = useLingui();
  return i18n.locale === 'zh-cn' ? '，' : ', ';
}
