import type { EventDetail } from '@entrada/contract/catalog/events';
import type { SettingsField, SettingsValues } from './field-names.ts';

/** What every tab of the settings is given. */
export type SectionProps = {
  event: EventDetail;
  values: SettingsValues;
  errors: Record<string, string>;
  set: <K extends SettingsField>(field: K, value: SettingsValues[K]) => void;
  /** Whether nothing may be changed. */
  isLocked: boolean;
};
