import { LIMITS, LOCALES, type Locale } from '../constants.ts';

export const WIDGET = {
  /** The loader, and the prefix of the attributes that it reads. */
  script: '/widget.js',
  attribute: 'data-entrada-',
  /** The largest allowed size of the loader in bytes, as it is served. */
  maxScriptBytes: 4096,
  /** Around the content, in pixels. */
  padding: 16,
  maxPadding: 64,
  /** The height of the frame until the widget has sent its own height, in pixels. */
  height: 480,
  minHeight: 160,
  maxHeight: 4000,
  /** The type of the message with the widget's height, and of the message that asks for it. */
  heightMessage: 'entrada:height',
} as const;

const WIDGET_TARGETS = ['top', 'blank'] as const;
export type WidgetTarget = (typeof WIDGET_TARGETS)[number];

type WidgetColors = { page: string; text: string; button: string; buttonText: string };

export type WidgetOptions = {
  /** Colours that differ from the event's own, as #rrggbb. */
  colors: Partial<WidgetColors>;
  padding: number;
  /** Null: the visitor's own language. */
  locale: Locale | null;
  /** Null: the setting of the event. */
  autoResize: boolean | null;
  /** Empty: the setting of the event. */
  buttonText: string;
  /** Where the checkout opens: in the window of the surrounding page, or in a new one. */
  target: WidgetTarget;
  promoCode: string;
  affiliate: string;
};

export const NO_WIDGET_OPTIONS: WidgetOptions = {
  colors: {},
  padding: WIDGET.padding,
  locale: null,
  autoResize: null,
  buttonText: '',
  target: 'top',
  promoCode: '',
  affiliate: '',
};

const COLOR_NAMES = {
  page: 'page_color',
  text: 'text_color',
  button: 'button_color',
  buttonText: 'button_text_color',
} as const satisfies Record<keyof WidgetColors, string>;

/** Every name in the query of a widget's page that is an option. */
export const WIDGET_OPTION_NAMES: readonly string[] = [
  ...Object.values(COLOR_NAMES),
  'padding',
  'locale',
  'auto_resize',
  'button_text',
  'target',
  'promo_code',
  'aff',
];

const isPrintable = (value: string) => value.isWellFormed() && !/\p{Cc}/u.test(value);

/**
 * Reads the options from the query of a widget's page. A value that is not exactly as documented is ignored, so
 * that a mistake in a snippet never breaks a sale. If a name is repeated, the last value counts.
 */
export function readWidgetOptions(query: URLSearchParams): WidgetOptions {
  const read = (name: string) => query.getAll(name).at(-1)?.trim() ?? '';
  const oneOf = <T extends string>(values: readonly T[], name: string) =>
    values.find((value) => value === read(name)) ?? null;
  const words = (name: string, max: number) => {
    const value = read(name);
    return value.length <= max && isPrintable(value) ? value : '';
  };
  const colors: Partial<WidgetColors> = {};
  for (const [key, name] of Object.entries(COLOR_NAMES) as [keyof WidgetColors, string][]) {
    const value = read(name);
    if (/^#[0-9a-f]{6}$/i.test(value)) colors[key] = value.toLowerCase();
  }
  const padding = /^\d{1,3}$/.test(read('padding')) ? Number(read('padding')) : WIDGET.padding;
  const autoResize = oneOf(['true', 'false'], 'auto_resize');
  return {
    colors,
    padding: padding <= WIDGET.maxPadding ? padding : WIDGET.padding,
    locale: oneOf(LOCALES, 'locale'),
    autoResize: autoResize === null ? null : autoResize === 'true',
    buttonText: words('button_text', LIMITS.continueButtonText),
    target: oneOf(WIDGET_TARGETS, 'target') ?? 'top',
    promoCode: words('promo_code', LIMITS.promoCodeMax),
    affiliate: words('aff', LIMITS.promoCodeMax),
  };
}

/** Writes `options` as a query without the default values. `readWidgetOptions` reads it back. */
export function widgetQuery(options: WidgetOptions): [name: string, value: string][] {
  const { colors, padding, locale, autoResize, buttonText, target, promoCode, affiliate } = options;
  const all: [string, string | null | undefined][] = [
    ...(Object.keys(COLOR_NAMES) as (keyof WidgetColors)[]).map(
      (key) => [COLOR_NAMES[key], colors[key]] as [string, string | undefined],
    ),
    ['padding', padding === WIDGET.padding ? null : String(padding)],
    ['locale', locale],
    ['auto_resize', autoResize === null ? null : String(autoResize)],
    ['button_text', buttonText],
    ['target', target === 'top' ? null : target],
    ['promo_code', promoCode],
    ['aff', affiliate],
  ];
  return all.flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : []));
}
