import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { formatList } from '../../../platform/i18n/format.ts';

type Named = readonly { name: string }[];

/** Names the first names of a list, and how many more there are. */
export function useSomeNames() {
  const { t, i18n } = useLingui();
  return (of: Named, most: number): string => {
    const names = of.slice(0, most).map(({ name }) => name);
    const more = of.length - names.length;
    return formatList(
      more > 0 ? [...names, t`${plural(more, { one: '# more', other: '# more' })}`] : names,
      i18n.locale,
    );
  };
}

/** The first names of a list, and how many more there are. */
export function SomeNames({ of, most }: { of: Named; most: number }) {
  return useSomeNames()(of, most);
}
