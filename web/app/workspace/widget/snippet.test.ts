import { NO_WIDGET_OPTIONS } from '@entrada/contract/catalog/widget-options';
import { expect, test } from 'vitest';
import { htmlSnippet, previewPage, reactSnippet, type Snippet } from './snippet.ts';

const plain: Snippet = {
  site: 'https://tickets.example',
  eventId: 42,
  title: 'Tickets for Marea',
  options: NO_WIDGET_OPTIONS,
  height: 640,
  readsAddress: false,
  fallback: { url: 'https://tickets.example/lab/event/42/marea', text: 'Tickets for Marea' },
};

test('without options the code is short', () => {
  expect(htmlSnippet(plain)).toBe(
    [
      '<div',
      '  data-entrada-event="42"',
      '  data-entrada-title="Tickets for Marea"',
      '  style="min-height: 640px"',
      '>',
      '  <noscript><a href="https://tickets.example/lab/event/42/marea">Tickets for Marea</a></noscript>',
      '</div>',
      '<script async src="https://tickets.example/widget.js"></script>',
    ].join('\n'),
  );
});

test('options become attributes, in both ways of writing', () => {
  const options = {
    ...NO_WIDGET_OPTIONS,
    colors: { buttonText: '#ffffff' },
    padding: 0,
    autoResize: false,
    promoCode: 'VERANO',
  };
  for (const code of [htmlSnippet, reactSnippet].map((write) =>
    write({ ...plain, options, readsAddress: true }),
  )) {
    expect(code).toContain('data-entrada-button-text-color="#ffffff"');
    expect(code).toContain('data-entrada-padding="0"');
    expect(code).toContain('data-entrada-auto-resize="false"');
    expect(code).toContain('data-entrada-promo-code="VERANO"');
    expect(code).toContain('data-entrada-codes="address"');
  }
});

test('nothing that an organizer types ends the attribute it stands in', () => {
  const title = '"><script>alert(1)</script>\n& "Nuit"';
  const options = { ...NO_WIDGET_OPTIONS, buttonText: title };
  const evil = { ...plain, title, options, fallback: { url: 'https://x/"', text: title } };
  for (const code of [htmlSnippet(evil), reactSnippet(evil), previewPage(evil)]) {
    expect(code).not.toContain('<script>alert');
    expect(code).not.toContain('""');
    expect(code).toContain('&#34;&#62;&#60;script&#62;alert(1)');
  }
});

test('the preview loads the script from its own site', () => {
  expect(previewPage(plain)).toContain('src="/widget.js"');
});
