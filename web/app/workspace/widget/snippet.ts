import { WIDGET, type WidgetOptions, widgetQuery } from '@entrada/contract/catalog/widget-options';

export type Snippet = {
  /** Where this installation is, without a slash at the end. */
  site: string;
  eventId: number;
  /** What the frame is called when it is read out. */
  title: string;
  options: WidgetOptions;
  /** What the page keeps free until the widget is there, in pixels. */
  height: number;
  /** Takes promo and affiliate codes from the address of the page around it. */
  readsAddress: boolean;
  /** Where visitors without scripts find the tickets, and what the link says. */
  fallback: { url: string; text: string };
};

const escaped = (value: string) =>
  value.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/[\r\n\t]+/g, ' ');

/** The attributes of the widget's element, as the loader reads them. */
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

/** For any page: an element, and the script that fills it. */
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

/** For React: a component that loads the script once. */
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

/** A page with nothing but the widget, for the preview; loads the script from here. */
export function previewPage(snippet: Snippet): string {
  const html = htmlSnippet({ ...snippet, site: '' });
  return `<!doctype html><meta charset="utf-8"><body style="margin:0">${html}</body>`;
}
