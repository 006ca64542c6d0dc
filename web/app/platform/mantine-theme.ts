import { NOTIFICATIONS, TRANSITIONS } from '@entrada/contract/constants';
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { colorSchemeKey } from './color-scheme.ts';

// Only the workspace layout uses this theme. Public pages use the same tokens without Mantine.

const ember: MantineColorsTuple = [
  '#FFF4EE',
  '#FFE4D8',
  '#FFC9B3',
  '#FFA685',
  '#FF8456',
  '#FF6229',
  '#FF4301',
  '#D63600',
  '#B02C00',
  '#6B1D05',
];
const sand: MantineColorsTuple = [
  '#FAF8F5',
  '#F3EFEA',
  '#E8E2DA',
  '#D8D0C6',
  '#B8AEA3',
  '#8C8278',
  '#665E56',
  '#4A433D',
  '#2E2925',
  '#1C1815',
];
const coal: MantineColorsTuple = [
  '#F4EFE9',
  '#D6CEC5',
  '#B5AB9F',
  '#93897E',
  '#7A7067',
  '#4A423C',
  '#342E29',
  '#26211D',
  '#1D1916',
  '#151210',
];

const filled = (background: string, hover: string, color: string) => ({
  background,
  hover,
  color,
  border: '1px solid transparent',
});
const outlined = (color: string) => ({
  background: 'var(--surface)',
  hover: 'linear-gradient(var(--hover), var(--hover)) var(--surface)',
  color,
  border: '1px solid var(--line-strong)',
});

/**
 * Our kinds of buttons: primary (one in each view), ink, default, subtle, danger, and solid danger in a
 * confirmation.
 */
const variantColorResolver: VariantColorsResolver = (input) => {
  switch (input.variant) {
    case 'primary':
      return filled('var(--accent)', 'var(--accent-hover)', 'var(--on-accent)');
    case 'ink':
      return filled('var(--ink)', 'var(--ink-hover)', 'var(--on-ink)');
    case 'default':
      return outlined('var(--text)');
    case 'danger':
      return outlined('var(--bad-text)');
    case 'danger-solid':
      return filled('var(--bad-solid)', 'color-mix(in srgb, var(--bad-solid), #000 10%)', '#FFFFFF');
    case 'subtle':
      return { ...filled('transparent', 'var(--hover)', 'var(--text)') };
    default:
      return defaultVariantColorsResolver(input);
  }
};

/** Open lists show in the page's main landmark, as menus do, so that nobody who walks through landmarks misses one. */
const openLists = { shadow: 'md', portalProps: { target: '#main' } };

export const theme = createTheme({
  colors: { ember, gray: sand, dark: coal },
  primaryColor: 'ember',
  primaryShade: 6,
  autoContrast: true,
  luminanceThreshold: 0.2,
  white: '#FFFFFF',
  black: '#1C1815',
  fontFamily: 'var(--font-ui)',
  headings: {
    fontFamily: 'var(--font-display)',
    fontWeight: '700',
    sizes: {
      h1: { fontSize: 'var(--fs-page)', lineHeight: 'var(--lh-page)' },
      h2: { fontSize: 'var(--fs-h3)', lineHeight: 'var(--lh-h3)' },
      h3: { fontSize: 'var(--fs-md)', lineHeight: 'var(--lh-md)', fontWeight: '600' },
    },
  },
  fontSizes: {
    xs: 'var(--fs-2xs)',
    sm: 'var(--fs-xs)',
    md: 'var(--fs-sm)',
    lg: 'var(--fs-body)',
    xl: 'var(--fs-lg)',
  },
  lineHeights: {
    xs: 'var(--lh-2xs)',
    sm: 'var(--lh-xs)',
    md: 'var(--lh-sm)',
    lg: 'var(--lh-body)',
    xl: 'var(--lh-lg)',
  },
  spacing: { xs: 'var(--s2)', sm: 'var(--s3)', md: 'var(--s4)', lg: 'var(--s6)', xl: 'var(--s8)' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  shadows: { xs: 'none', sm: 'none', md: 'var(--sh-menu)', lg: 'var(--sh-stub)', xl: 'var(--sh-drawer)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  variantColorResolver,
  components: {
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] } },
    Button: { defaultProps: { variant: 'default', size: 'md', loaderProps: { size: 16 } } },
    ActionIcon: { defaultProps: { variant: 'subtle', size: 36 } },
    Checkbox: { defaultProps: { color: 'var(--ink)', iconColor: 'var(--on-ink)', radius: 'xs' } },
    Radio: { defaultProps: { color: 'var(--ink)', iconColor: 'var(--on-ink)' } },
    Switch: { defaultProps: { color: 'var(--ink)', withThumbIndicator: false } },
    Modal: {
      defaultProps: {
        transitionProps: { duration: TRANSITIONS.modalMs },
        overlayProps: { color: 'var(--scrim)', backgroundOpacity: 1, blur: 0 },
        radius: 14,
        centered: true,
      },
    },
    Drawer: {
      defaultProps: {
        position: 'right',
        size: 600,
        transitionProps: { duration: TRANSITIONS.drawerMs },
        overlayProps: { color: 'var(--scrim)', backgroundOpacity: 1, blur: 0 },
      },
    },
    // Mantine's placeholder would be a child that a menu may not have. The first item takes the focus instead.
    Menu: {
      defaultProps: {
        shadow: 'md',
        radius: 10,
        transitionProps: { duration: 200 },
        withInitialFocusPlaceholder: false,
      },
    },
    Popover: { defaultProps: { shadow: 'md', radius: 10 } },
    // Focus alone does not open the list, because the list would cover the error of the field.
    Select: {
      defaultProps: { checkIconPosition: 'right', comboboxProps: openLists, openOnFocus: false },
    },
    MultiSelect: { defaultProps: { comboboxProps: openLists, openOnFocus: false } },
    Notifications: {
      defaultProps: {
        limit: NOTIFICATIONS.limit,
        autoClose: NOTIFICATIONS.autoCloseMs,
        position: NOTIFICATIONS.position,
      },
    },
  },
});

const themed = {
  '--mantine-color-body': 'var(--bg)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-2)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-error': 'var(--bad-text)',
  '--mantine-color-anchor': 'var(--text)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--text-3)',
  '--mantine-color-disabled-border': 'transparent',
};

/** Makes Mantine's variables follow our tokens. Mantine sets them for each scheme, so this does too. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: themed,
  dark: themed,
});

/** Stores the choice in local storage, where the script in the head of every page reads it. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: colorSchemeKey });
