import { CURRENCIES, type Currency } from '../money.ts';

/** Where people pay with the euro. */
const EURO = new Set(
  'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK'.split(' '),
);
/** Regions whose currency does not begin with their own code. */
const ELSEWHERE: Readonly<Record<string, Currency>> = {
  EC: 'USD',
  GG: 'GBP',
  GL: 'DKK',
  IM: 'GBP',
  JE: 'GBP',
  LI: 'CHF',
  PR: 'USD',
  PS: 'ILS',
  SV: 'USD',
};

/** The currency of a region (ISO 3166, two letters). Null if it is not known for sure. */
function currencyOfRegion(region: string): Currency | null {
  if (EURO.has(region)) return 'EUR';
  // The first two letters of a currency are those of its country.
  return ELSEWHERE[region] ?? CURRENCIES.find((code) => code.startsWith(region)) ?? null;
}

/**
 * The currency of whoever has these languages, as a browser sends them in `Accept-Language`: of the first region that is named
 * ("es-MX"), else of the country of the first language ("de"). English alone says nothing. Null if nothing says it.
 */
export function currencyOfLanguages(languages: string | null): Currency | null {
  const tags = (languages ?? '').split(',').flatMap((part) => {
    try {
      return new Intl.Locale(part.split(';')[0]?.trim() ?? '');
    } catch {
      return [];
    }
  });
  const named = tags.find(({ region }) => region !== undefined)?.region;
  const [first] = tags;
  const likely = first && first.language !== 'en' ? first.maximize().region : undefined;
  const region = named ?? likely;
  return region === undefined ? null : currencyOfRegion(region);
}
