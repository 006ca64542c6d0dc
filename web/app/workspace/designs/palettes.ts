import { DEFAULT_COLORS, type PageColors } from '@entrada/contract/catalog/designs';

/** Palettes to start from. Their text is easy to read. */
export const PALETTES = {
  paper: DEFAULT_COLORS,
  white: { page: '#ffffff', text: '#1a1a1a', button: '#1a1a1a', buttonText: '#ffffff' },
  night: { page: '#151210', text: '#f4efe9', button: '#ff4301', buttonText: '#1c1815' },
  sea: { page: '#0e3b43', text: '#f4efe9', button: '#ffb703', buttonText: '#1c1815' },
  sky: { page: '#eff5fb', text: '#0f2438', button: '#1f5793', buttonText: '#ffffff' },
  forest: { page: '#f2f5ef', text: '#1b2a1e', button: '#1f6b3b', buttonText: '#ffffff' },
  rose: { page: '#fdf1f3', text: '#3d0f1f', button: '#c2133f', buttonText: '#ffffff' },
} as const satisfies Record<string, PageColors>;

export type PaletteName = keyof typeof PALETTES;
