/** What a program says about itself, in words that people know. Names are not translated. Empty: not said. */
export type Device = {
  browser: string;
  system: string;
  kind: 'computer' | 'phone' | 'tablet' | 'program';
};

/** The first that fits counts: other browsers also say Chrome, and all say Safari. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\bMicroMessenger\//, 'WeChat'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bCriOS\/|\bChrome\/|\bChromium\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];

/** Android also says Linux, and an iPhone also says Mac OS X. */
const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const first = (table: typeof BROWSERS, text: string) =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? '';

function kindOf(userAgent: string, system: string): Device['kind'] {
  if (system === 'iPad' || (system === 'Android' && !/\bMobile\b/.test(userAgent))) return 'tablet';
  if (system === 'iPhone' || system === 'Android') return 'phone';
  return system === '' ? 'program' : 'computer';
}

/** Reads the `User-Agent` of a session. Only what it says for certain is answered, no version. */
export function deviceOf(userAgent: string): Device {
  const browser = first(BROWSERS, userAgent);
  const system = first(SYSTEMS, userAgent);
  if (browser !== '' || system !== '') return { browser, system, kind: kindOf(userAgent, system) };
  // A program names itself first: curl/8.5.0.
  return { browser: /^[\w.-]{1,40}(?=\/)/.exec(userAgent)?.[0] ?? '', system: '', kind: 'program' };
}
