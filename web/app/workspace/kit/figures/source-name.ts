import type { Source } from '@entrada/contract/insight/figures';
import { useLingui } from '@lingui/react/macro';

/** Where visits and orders came from, in words. */
export function useSourceName() {
  const { t } = useLingui();
  return ({ kind, name }: Pick<Source, 'kind' | 'name'>): string => {
    switch (kind) {
      case 'affiliate':
        return name ? t`${name}, affiliate` : t`A former affiliate`;
      case 'campaign':
      case 'referrer':
        return name || t`Another site`;
      case 'widget':
        return name ? t`Widget on ${name}` : t`Widget`;
      case 'direct':
        return t`Direct and unknown`;
      case 'by_hand':
        return t`Added by the team`;
      case 'other':
        return t`All other sources`;
    }
  };
}
