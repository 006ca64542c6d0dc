import { useLingui } from '@lingui/react';
import type { ReactNode } from 'react';

/** The fields of both names of a person, in the order in which readers of the language write a name. */
export function NameOrder({ first, last }: { first: ReactNode; last: ReactNode }) {
  const { i18n } = useLingui();
  const isFamilyFirst = i18n.locale === 'zh-cn';
  return (
    <>
      {isFamilyFirst && last}
      {first}
      {!isFamilyFirst && last}
    </>
  );
}
