import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Preset } from './range.ts';

export const presetNames: Record<Preset, MessageDescriptor> = {
  '7': msg`7 days`,
  '30': msg`30 days`,
  month: msg`This month`,
  'last-month': msg`Last month`,
  quarter: msg`This quarter`,
  year: msg`This year`,
  all: msg`All days`,
};
