import { RICH_SETTINGS } from '@entrada/contract/catalog/event-settings';
import type { updateEvent } from '@entrada/contract/catalog/events';
import { LIMITS } from '@entrada/contract/constants';
import type { z } from 'zod';
import { readRichText } from '../../platform/rich-text.ts';

/** A description as it is stored. VALIDATION_FAILED if it is too long after it is cleaned. */
export const cleanDescription = (html: string): string =>
  readRichText(html, { path: 'description', max: LIMITS.description });

type SettingsInput = NonNullable<z.output<(typeof updateEvent)['body']>['settings']>;

/** The given settings with their formatted texts as they are stored. VALIDATION_FAILED for one that is too long then. */
export function withCleanTexts(settings: SettingsInput): SettingsInput {
  const clean: SettingsInput = { ...settings };
  for (const field of RICH_SETTINGS) {
    const max = field === 'emailFooter' ? LIMITS.emailFooter : LIMITS.message;
    const html = settings[field];
    if (html !== undefined) clean[field] = readRichText(html, { path: `settings.${field}`, max });
  }
  return clean;
}
