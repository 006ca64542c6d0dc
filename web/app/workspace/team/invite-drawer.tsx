import { type Member, TEAM } from '@entrada/contract/accounts/team';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ApiError } from '../../platform/api/error.ts';
import { keys } from '../kit/data/keys.ts';
import { OptionalLabel } from '../kit/fields/labels.tsx';
import { LimitedInput, LimitedTextarea } from '../kit/fields/limited-text.tsx';
import { FormDrawer } from '../kit/form/drawer-frame.tsx';
import { useRecordForm } from '../kit/form/use-record-form.tsx';
import { notifySuccess } from '../kit/frame/notify.tsx';
import { MemberFields, type MemberValues, reachOf } from './member-fields.tsx';
import { type InviteBody, invite, sendAgain } from './reads.ts';

type Values = MemberValues & { emails: string; note: string };

const addressesOf = (typed: string) => typed.split(/[\s,;]+/).filter(Boolean);

/** Invites one or more people with the same role. */
export function InviteDrawer({ close }: { close: () => void }) {
  const { t } = useLingui();
  const [invited, setInvited] = useState<{ id: number; email: string } | null>(null);
  const form = useRecordForm<Member[], Values, InviteBody>({
    found: null,
    read: () => ({
      emails: '',
      note: '',
      role: 'organizer',
      isLimited: false,
      eventIds: [],
      organizerIds: [],
    }),
    judge: (values) => {
      const emails = addressesOf(values.emails);
      const reach = reachOf(values);
      const errors = [
        ...(emails.length === 0 ? [{ path: 'emails', code: 'required' as const }] : []),
        ...(emails.some((one) => !/^[^\s@]+@[^\s@]+$/.test(one))
          ? [{ path: 'emails', code: 'invalid_email' as const }]
          : []),
        ...(reach && reach.eventIds.length + reach.organizerIds.length === 0
          ? [{ path: 'reach', code: 'required' as const }]
          : []),
      ];
      return errors.length > 0
        ? { body: null, wrong: errors }
        : { body: { emails, role: values.role, reach, note: values.note }, wrong: [] };
    },
    save: (body) => {
      setInvited(null);
      return invite(body);
    },
    invalidates: () => [keys.team],
    success: (made) => {
      const [first] = made;
      const address = first?.email ?? '';
      return made.length === 1
        ? t`An invitation is on its way to ${address}.`
        : t`The invitations are on their way.`;
    },
    close,
    shows: (path) =>
      path === 'emails' || path === 'reach' || path.startsWith('emails.') || path.startsWith('reach.'),
    fieldOf: (path) => path.split('.')[0] ?? path,
    places: { OWN_ADDRESS: 'emails', MEMBER_EXISTS: 'emails', ALREADY_INVITED: 'emails' },
    onError: (error: ApiError) => {
      if (error.code === 'ALREADY_INVITED') {
        const { id, email: address } = error.params ?? {};
        if (typeof id === 'number') setInvited({ id, email: String(address) });
      }
      return false;
    },
  });
  const { values } = form;
  const days = TEAM.invitationDays;
  const count = addressesOf(values.emails).length;
  return (
    <FormDrawer
      {...form.drawer}
      title={t`Invite someone`}
      submit={count > 1 ? t`Send invitations` : t`Send invitation`}
    >
      <LimitedInput
        label={t`Email`}
        type="text"
        inputMode="email"
        autoComplete="off"
        data-autofocus
        limit={TEAM.invited * 260}
        description={t`Separate several people with commas.`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        value={values.emails}
        onChange={(change) => form.set({ emails: change.currentTarget.value })}
        error={form.errors['emails']}
      />
      {invited && <AgainInstead invited={invited} close={close} />}
      <MemberFields values={values} set={form.set} error={form.errors['reach']} />
      <LimitedTextarea
        label={<OptionalLabel>{t`Note`}</OptionalLabel>}
        rows={3}
        limit={TEAM.note}
        value={values.note}
        onChange={(change) => form.set({ note: change.currentTarget.value })}
        error={form.errors['note']}
      />
      <p className="hint">
        <Plural
          value={days}
          one="The link works for # day. They set up their own sign-in; you never see a password."
          other="The link works for # days. They set up their own sign-in; you never see a password."
        />
      </p>
    </FormDrawer>
  );
}

/** Somebody was invited before: a new link instead of a second invitation. */
function AgainInstead({ invited, close }: { invited: { id: number; email: string }; close: () => void }) {
  const { t } = useLingui();
  const { email: address } = invited;
  const send = async () => {
    await sendAgain(invited.id);
    notifySuccess(t`A new link is on its way to ${address}. The earlier one no longer works.`);
    close();
  };
  return (
    <button type="button" className="link" onClick={() => void send()}>
      <Trans>Send the invitation of {address} again</Trans>
    </button>
  );
}
