import type { PageColors } from '@entrada/contract/catalog/designs';

type ColorRow = {
  color_page: string | null;
  color_text: string | null;
  color_button: string | null;
  color_button_text: string | null;
};

/** The organizer's colours from the columns of event_settings: all four, or none. */
export function colorsOf(row: ColorRow): PageColors | null {
  const { color_page: page, color_text: text, color_button: button, color_button_text: buttonText } = row;
  return page && text && button && buttonText ? { page, text, button, buttonText } : null;
}

/** The columns that store these colours; all null if pages follow the visitor's scheme. */
export function colorColumns(colors: PageColors | null): ColorRow {
  return {
    color_page: colors?.page ?? null,
    color_text: colors?.text ?? null,
    color_button: colors?.button ?? null,
    color_button_text: colors?.buttonText ?? null,
  };
}
