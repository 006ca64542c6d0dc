import type { Locale } from '@entrada/contract/constants';
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { ACTIONS, USUAL } from './actions.ts';
import { asInForms, FIELDS, OF_MACHINES } from './fields.ts';
import { KINDS } from './kinds.ts';
import type { AuditHead, AuditWords } from './types.ts';
import { sayValue } from './values.ts';

const HEADS: Record<AuditHead, MessageDescriptor> = {
  title: msg`Audit log`,
  time: msg`Time`,
  person: msg`Person`,
  what: msg`What was done`,
  kind: msg`Kind`,
  record: msg`Record`,
  field: msg`Field`,
  before: msg({ message: 'Before', context: 'a change' }),
  after: msg({ message: 'After', context: 'a change' }),
  nobody: msg`A buyer, a bank or the server`,
};

/** Whether an action has words. A test asks for every action that the server records. */
const descriptorOf = (action: string): MessageDescriptor | undefined =>
  ACTIONS[action] ?? USUAL[action.slice(action.indexOf('.') + 1)];

/** The words of the audit log in the language of its reader. */
export function writeAuditWords(i18n: I18n, locale: Locale): AuditWords {
  return {
    kind: (type) => {
      const known = KINDS[type];
      return known ? i18n._(known) : type;
    },
    what: (action) => {
      const known = descriptorOf(action);
      return known ? i18n._(known) : action;
    },
    changes: (fields, facts) =>
      asInForms(fields).flatMap(({ field, from, to }) => {
        const label = FIELDS[field];
        if (!label) return [];
        const said = {
          name: i18n._(label),
          from: sayValue(field, from, { i18n, locale, facts }),
          to: sayValue(field, to, { i18n, locale, facts }),
        };
        return said.from === said.to ? [] : [said];
      }),
    isKnown: (field) => field in FIELDS || OF_MACHINES.includes(field),
    head: (name) => i18n._(HEADS[name]),
  };
}
