import type { GiveBackStep } from '@entrada/contract/catalog/policies/give-back';
import type { Updateable } from 'kysely';
import type { EventSettings } from '../../db/types.ts';

const FOOTER =
  '<p>Laboratorio Marea, Moll de la Duana 1, València. Programme and news at <a href="https://marea.example" rel="noopener">marea.example</a>.</p>';

const steps = (...all: GiveBackStep[]) => JSON.stringify(all);

/** Settings of single demo events that differ from the other events, by the key of the event. */
const OWN: Record<string, Updateable<EventSettings>> = {
  marea: {
    pre_checkout_message:
      '<p><strong>Bring the names of everyone who comes.</strong> Under-16s need no ticket, only an adult with one.</p>',
    seo_title: 'Marea: electronic music and code by the sea in València',
    seo_description:
      'Three nights of electronic music, flamenco and live code on the València waterfront, with talks and workshops on Saturday.',
    seo_keywords: 'festival, electronic music, flamenco, live coding, València',
    give_back_steps: steps(
      { until: { unit: 'days', before: 31 }, percent: '100', keepsFees: true, way: 'automatic' },
      { until: { unit: 'days', before: 7 }, percent: '50', keepsFees: true, way: 'automatic' },
    ),
  },
  vinilo: {
    continue_button_text: 'Reserve a place',
    give_back_steps: steps({
      until: { unit: 'days', before: 2 },
      percent: '100',
      keepsFees: true,
      way: 'asked',
    }),
  },
};

/** The settings of a demo event, as columns. */
export function demoSettings(key: string): Updateable<EventSettings> {
  return { support_email: 'hola@marea.example', email_footer: FOOTER, ...OWN[key] };
}
