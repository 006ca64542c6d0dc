import { WIDGET, type WidgetOptions, widgetQuery } from '@entrada/contract/catalog/widget-options';

export type Snippet = {
  /** The address of this installation, without a slash at the end. */
  site: string;
  eventId: number;
  /** The name of the frame, for screen readers. */
  title: string;
  options: WidgetOptions;
  /** The height that the page reserves until the widget has loaded, in pixels. */
  height: number;
  /** Takes promo and affiliate codes from the address of the page that contains the widget. */
  readsAddress: boolean;
  /** A link to the tickets, with its text, for visitors without scripts. */
  fallback: { url: string; text: string };
};

const escaped = (value: string) =>
  value.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/[\r\n\t]+/g, ' ');

/** The attributes of the widget's element. The loader reads them. */
function attributesOf({ eventId, title, options, readsAddress }: Snippet): [string, string][] {
  const given: [string, string][] = [
    ['event', String(eventId)],
    ['title', title],
    ...widgetQuery(options).map(([name, value]): [string, string] => [name.replaceAll('_', '-'), value]),
  ];
  if (readsAddress) given.push(['codes', 'address']);
  return given.map(([name, value]) => [`${WIDGET.attribute}${name}`, value]);
}

const written = (snippet: Snippet) =>
  attributesOf(snippet).map(([name, value]) => `${name}="${escaped(value)}"`);

/** The snippet for any page: an element, and the script that fills it. */
export function htmlSnippet(snippet: Snippet): string {
  const { site, height, fallback } = snippet;
  return [
    '<div',
    ...written(snippet).map((attribute) => `  ${attribute}`),
    `  style="min-height: ${height}px"`,
    '>',
    `  <noscript><a href="${escaped(fallback.url)}">${escaped(fallback.text)}</a></noscript>`,
    '</div>',
    `<script async src="${escaped(site)}${WIDGET.script}"></script>`,
  ].join('\n');
}

/** The snippet for React: a component that loads the script once. */
export function reactSnippet(snippet: Snippet): string {
  const { site, height } = snippet;
  return [
    "import { useEffect } from 'react';",
    '',
    `const loader = ${JSON.stringify(`${site}${WIDGET.script}`)};`,
    '',
    'export function Tickets() {',
    '  useEffect(() => {',
    '    if (window.entradaWidgets) return;',
    "    const script = document.createElement('script');",
    '    script.src = loader;',
    '    script.async = true;',
    '    document.head.append(script);',
    '  }, []);',
    '  return (',
    '    <div',
    ...written(snippet).map((attribute) => `      ${attribute}`),
    `      style={{ minHeight: ${height} }}`,
    '    />',
    '  );',
    '}',
  ].join('\n');
}

/** A page that contains only the widget, for the preview. It loads the script from this installation. */
export function previewPage(snippet: Snippet): string {
  const html = htmlSnippet({ ...snippet, site: '' });
  return `<!doctype html><meta charset="utf-8"><body style="margin:0">${html}</body>`;
}
