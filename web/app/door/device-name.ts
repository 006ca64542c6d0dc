import { WORKSPACE_DEVICE } from '@entrada/contract/constants';
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';

const animals = [
  msg({ message: 'Heron', context: 'Name of a device' }),
  msg({ message: 'Otter', context: 'Name of a device' }),
  msg({ message: 'Lynx', context: 'Name of a device' }),
  msg({ message: 'Falcon', context: 'Name of a device' }),
  msg({ message: 'Badger', context: 'Name of a device' }),
  msg({ message: 'Dolphin', context: 'Name of a device' }),
  msg({ message: 'Owl', context: 'Name of a device' }),
  msg({ message: 'Fox', context: 'Name of a device' }),
];

/** A name that tells the devices of a door apart until somebody enters a better one: "Otter 42". */
export function randomDeviceName(i18n: I18n): string {
  const [which = 0, number = 0] = crypto.getRandomValues(new Uint8Array(2));
  const animal = animals[which % animals.length];
  return `${animal ? i18n._(animal) : ''} ${10 + (number % 90)}`.trim();
}

/** The name of the device that let somebody in. The organizer's own pages are one as well. */
export const shownDevice = (i18n: I18n, device: string): string =>
  device === WORKSPACE_DEVICE ? i18n._(msg`Organizer’s pages`) : device;
