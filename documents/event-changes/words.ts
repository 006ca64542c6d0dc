import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ChangeWords } from './types.ts';

/** The words that are proposed to an organizer who tells people that an event is called off or moved. */
export function writeChangeWords(i18n: I18n, title: string): ChangeWords {
  const firstName = '{firstName}';
  const hello = i18n._(msg`Hello ${firstName},`);
  const letter = (...parts: string[]) => [hello, ...parts].join('\n\n');
  return {
    call_off: {
      subject: i18n._(msg`${title} is called off`),
      body: letter(
        i18n._(msg`We are sorry: ${title} does not take place.`),
        i18n._(msg`All tickets have lost their validity. We hope to see you another time.`),
      ),
    },
    dates: {
      subject: i18n._(msg`New date for ${title}`),
      body: letter(
        i18n._(msg`${title} has a new date. You find it below.`),
        i18n._(msg`Tickets stay valid. The attached file puts the new date into your calendar.`),
      ),
    },
    place: {
      subject: i18n._(msg`New place for ${title}`),
      body: letter(
        i18n._(msg`${title} takes place somewhere else. You find the new place below.`),
        i18n._(msg`Date and time stay the same, and tickets stay valid.`),
      ),
    },
  };
}
