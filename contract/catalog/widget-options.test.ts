import { expect, test } from 'vitest';
import { LIMITS } from '../constants.ts';
import {
  NO_WIDGET_OPTIONS,
  readWidgetOptions,
  WIDGET,
  type WidgetOptions,
  widgetQuery,
} from './widget-options.ts';

const read = (query: string) => readWidgetOptions(new URLSearchParams(query));

test('without options everything is as the event says', () => {
  expect(read('')).toEqual(NO_WIDGET_OPTIONS);
  expect(widgetQuery(NO_WIDGET_OPTIONS)).toEqual([]);
});

test('what is written is read back', () => {
  const options: WidgetOptions = {
    colors: { page: '#ffffff', button: '#0e3b43', buttonText: '#fafafa' },
    padding: 0,
    locale: 'pt-br',
    autoResize: false,
    buttonText: 'Zur Kasse → los',
    target: 'blank',
    promoCode: 'VERANO 10',
    affiliate: 'radio&co',
  };
  expect(readWidgetOptions(new URLSearchParams(widgetQuery(options)))).toEqual(options);
});

test.each([
  ['a colour by name', 'page_color=red', 'colors', {}],
  ['a short colour', 'page_color=%23fff', 'colors', {}],
  ['a colour with more behind it', 'page_color=%23ffffff;background:url(x)', 'colors', {}],
  ['a colour in capitals', 'text_color=%23FFAA00', 'colors', { text: '#ffaa00' }],
  ['the largest padding', `padding=${WIDGET.maxPadding}`, 'padding', WIDGET.maxPadding],
  ['one more', `padding=${WIDGET.maxPadding + 1}`, 'padding', WIDGET.padding],
  ['padding below zero', 'padding=-1', 'padding', WIDGET.padding],
  ['padding with a unit', 'padding=8px', 'padding', WIDGET.padding],
  ['an unknown language', 'locale=ja', 'locale', null],
  ['a language in capitals', 'locale=DE', 'locale', null],
  ['a property of every object', 'locale=constructor', 'locale', null],
  ['resizing as a number', 'auto_resize=1', 'autoResize', null],
  ['resizing', 'auto_resize=true', 'autoResize', true],
  ['another target', 'target=_self', 'target', 'top'],
  ['the longest words', `button_text=${'x'.repeat(40)}`, 'buttonText', 'x'.repeat(LIMITS.continueButtonText)],
  ['longer words', `button_text=${'x'.repeat(41)}`, 'buttonText', ''],
  ['control characters', 'button_text=a%00b', 'buttonText', ''],
  ['the longest code', `promo_code=${'x'.repeat(50)}`, 'promoCode', 'x'.repeat(LIMITS.promoCodeMax)],
  ['a longer code', `promo_code=${'x'.repeat(51)}`, 'promoCode', ''],
  ['the last of two', 'padding=4&padding=8', 'padding', 8],
] as const)('%s', (_name, query, field, value) => {
  expect(read(query)[field]).toEqual(value);
});
