import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { dotted } from '../kit/display/dotted.ts';
import type { PriceValues } from './values.ts';

/** How many units of a price are sold, held and left: "294 sold · 6 held · 10 left". */
export function Stock({ price }: { price: Pick<PriceValues, 'sold' | 'reserved' | 'available'> }) {
  const { t } = useLingui();
  const { sold, reserved, available } = price;
  if (sold === 0 && reserved === 0) return <Trans>No sales yet.</Trans>;
  const parts = [
    t`${plural(sold, { one: '# sold', other: '# sold' })}`,
    reserved > 0 && t`${plural(reserved, { one: '# held in a checkout', other: '# held in checkouts' })}`,
    available !== null && t`${plural(available, { one: '# left', other: '# left' })}`,
  ];
  const list = dotted(parts);
  return <Trans>{list}.</Trans>;
}
