import type { EventDetail } from '@entrada/contract/catalog/events';
import type { SettingsField, SettingsValues } from './field-names.ts';

/** The props of every tab of the settings. */
export type SectionProps = {
  event: EventDetail;
  values: SettingsValues;
  errors: Record<string, string>;
  set: <K extends SettingsField>(field: K, value: SettingsValues[K]) => void;
  /** Whether all fields are disabled. */
  isLocked: boolean;
};
