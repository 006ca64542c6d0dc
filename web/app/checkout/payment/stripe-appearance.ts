import type { Appearance } from '@stripe/stripe-js';

/** The look of the page for Stripe's form. Colours are `rgb()`, because Stripe cannot read our CSS variables. */
export type Look = {
  color: (token: string) => string;
  font: string;
  isDark: boolean;
  /** Under 640 px, where fields are taller. */
  isNarrow: boolean;
  isStill: boolean;
};

/** Gives Stripe's form the page's own colours, type and sizes. */
export function appearanceOf({ color, font, isDark, isNarrow, isStill }: Look): Appearance {
  const [text, quiet, surface, control] = [
    color('--text'),
    color('--text-2'),
    color('--surface'),
    color('--control'),
  ];
  const [bad, focus, ink] = [color('--bad-text'), color('--focus'), color('--ink')];
  const row = {
    backgroundColor: color('--bg'),
    border: 'none',
    borderTop: `1px solid ${color('--line')}`,
    borderRadius: '0px',
    boxShadow: 'none',
    padding: '17px 0px',
    fontSize: '15px',
    fontWeight: '500',
    color: text,
  };
  return {
    theme: isDark ? 'night' : 'stripe',
    labels: 'above',
    disableAnimations: isStill,
    variables: {
      fontFamily: font,
      fontSizeBase: '15px',
      fontSizeSm: '14px',
      fontLineHeight: '22px',
      spacingUnit: '4px',
      gridRowSpacing: '18px',
      gridColumnSpacing: '16px',
      borderRadius: '8px',
      colorPrimary: ink,
      colorBackground: surface,
      colorText: text,
      colorTextSecondary: quiet,
      colorTextPlaceholder: color('--text-3'),
      colorDanger: bad,
      colorSuccess: color('--ok-text'),
      colorWarning: color('--attn-text'),
      iconColor: quiet,
    },
    rules: {
      '.Label': { color: text, fontSize: '14px', fontWeight: '500', lineHeight: '20px', marginBottom: '6px' },
      '.Input': {
        backgroundColor: surface,
        border: `1px solid ${control}`,
        boxShadow: 'none',
        color: text,
        fontSize: isNarrow ? '16px' : '15px',
        lineHeight: '22px',
        padding: isNarrow ? '12px' : '8px 12px',
      },
      '.Input:focus': {
        border: `1px solid ${focus}`,
        boxShadow: `0 0 0 1px ${focus}`,
        outline: 'none',
      },
      '.Input--invalid': { border: `1px solid ${bad}`, boxShadow: `inset 0 0 0 1px ${bad}`, color: text },
      '.Error': { color: bad, fontSize: '13px', fontWeight: '500', lineHeight: '18px', marginTop: '6px' },
      '.TermsText': { color: quiet, fontSize: '13px', lineHeight: '18px' },
      '.AccordionItem': row,
      '.AccordionItem--selected': { color: text },
      '.AccordionItem:focus-visible': {
        outline: `2px solid ${focus}`,
        outlineOffset: '-2px',
        boxShadow: 'none',
      },
      '.RadioIconOuter': { stroke: control },
      '.RadioIconOuter--checked': { stroke: ink },
      '.RadioIconInner': { fill: ink },
    },
  };
}

const narrow = '(max-width: 640px)';
const still = '(prefers-reduced-motion: reduce)';

/** Browser only: reads the look of the page at an element, with the organizer's own colours. */
export function appearanceAt(element: HTMLElement): Appearance {
  const probe = document.createElement('span');
  element.append(probe);
  const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const scheme = element.closest('[data-mantine-color-scheme]')?.getAttribute('data-mantine-color-scheme');
  const appearance = appearanceOf({
    color: (token) => painted(paint, probe, token),
    font: getComputedStyle(element).fontFamily,
    isDark: scheme === 'dark',
    isNarrow: matchMedia(narrow).matches,
    isStill: matchMedia(still).matches,
  });
  probe.remove();
  return appearance;
}

/** The computed colour of a token on the screen. */
function painted(paint: CanvasRenderingContext2D | null, probe: HTMLElement, token: string): string {
  probe.style.color = `var(${token})`;
  const { color } = getComputedStyle(probe);
  if (!paint || color.startsWith('rgb(')) return color;
  paint.fillStyle = color;
  paint.fillRect(0, 0, 1, 1);
  const [red, green, blue] = paint.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}

/** Calls back when the look may have changed: scheme, width or motion. Answers a function that stops it. */
export function watchLook(onChange: () => void): () => void {
  const queries = [narrow, still].map((query) => matchMedia(query));
  const scheme = new MutationObserver(onChange);
  scheme.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
  for (const query of queries) query.addEventListener('change', onChange);
  return () => {
    scheme.disconnect();
    for (const query of queries) query.removeEventListener('change', onChange);
  };
}
