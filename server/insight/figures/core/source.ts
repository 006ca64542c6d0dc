import { SOURCE_KINDS, type SourceKind } from '@entrada/contract/insight/figures';

type Told = { kind: SourceKind; name: string; medium: string; campaign: string };

const isKind = (text: string | undefined): text is SourceKind => SOURCE_KINDS.some((kind) => kind === text);

/** Reads a label that `sourceOf` in catalog/shop/core made. Anything else is `other`. */
export function readSource(label: string): Told {
  const [kind, name = '', medium = '', campaign = ''] = label.split('|');
  if (!isKind(kind)) return { kind: 'other', name: '', medium: '', campaign: '' };
  return kind === 'affiliate' ? { kind, name: '', medium, campaign } : { kind, name, medium, campaign };
}
