import type { Insertable } from 'kysely';
import type { EventSettings } from '../../db/types.ts';

type DesignColumns = Pick<
  Insertable<EventSettings>,
  | 'color_page'
  | 'color_text'
  | 'color_button'
  | 'color_button_text'
  | 'background_type'
  | 'continue_button_text'
>;

/** One event has its own colours over its blurred cover, so that a new user sees what the designer can do. */
const DESIGNS: Record<string, DesignColumns> = {
  vinilo: {
    color_page: '#1f0f2e',
    color_text: '#f7efe6',
    color_button: '#ffb703',
    color_button_text: '#1c1815',
    background_type: 'blurred_cover',
    continue_button_text: '',
  },
};

/**
 * The columns of event_settings with the design of a demo event. Empty for an event with the default design.
 */
export const demoDesign = (key: string): Partial<DesignColumns> => DESIGNS[key] ?? {};
