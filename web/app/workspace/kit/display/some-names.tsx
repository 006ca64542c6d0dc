import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { formatList } from '../../../platform/i18n/format.ts';

/** The first names of a list, and how many more there are. */
export function SomeNames({ of, most }: { of: readonly { name: string }[]; most: number }) {
  const { t, i18n } = useLingui();
  const names = of.slice(0, most).map(({ name }) => name);
  const more = of.length - names.length;
  return formatList(
    more > 0 ? [...names, t`${plural(more, { one: '# more', other: '# more' })}`] : names,
    i18n.locale,
  );
}
