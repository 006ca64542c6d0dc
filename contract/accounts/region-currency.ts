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

/** Whether clocks of the region follow the zone, as Unicode's data have it. False where the runtime does not know. */
function hasZone(region: string, zone: string): boolean {
  // A part of ECMA-402 that the compiler's own types do not name yet.
  const locale: Intl.Locale & { getTimeZones?: () => string[] | undefined } = new Intl.Locale(
    `und-${region}`,
  );
  return locale.getTimeZones?.()?.includes(zone) ?? false;
}

/** The answers of earlier calls: all regions together take tens of milliseconds. */
const ofZones = new Map<string, Currency | null>();

/** The currency of the place that a time zone is named after. Null if it is not known for sure. */
function currencyOfZone(zone: string): Currency | null {
  const known = ofZones.get(zone);
  if (known !== undefined) return known;
  const regions = [...EURO, ...Object.keys(ELSEWHERE), ...CURRENCIES.map((code) => code.slice(0, 2))];
  const region = regions.find((one) => hasZone(one, zone));
  const found = region === undefined ? null : currencyOfRegion(region);
  ofZones.set(zone, found);
  return found;
}

/** By the name that Unicode's data use: "Asia/Calcutta" for "Asia/Kolkata". Null if there is none, and for UTC. */
function usualZone(zone: string | null): string | null {
  try {
    const name = zone && new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
    return name && name !== 'UTC' ? name : null;
  } catch {
    return null;
  }
}

/**
 * The currency of a visitor, by the time zone of their browser and by its languages. The zone tells where somebody is; many
 * browsers of the whole world speak American English. Languages decide without a zone, and where its region is not known.
 */
export function currencyOfVisitor(visitor: {
  timezone: string | null;
  languages: string | null;
}): Currency | null {
  const zone = usualZone(visitor.timezone);
  return (zone === null ? null : currencyOfZone(zone)) ?? currencyOfLanguages(visitor.languages);
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
