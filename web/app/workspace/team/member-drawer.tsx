import { personName } from '@entrada/contract/accounts/person-name';
import type { Member } from '@entrada/contract/accounts/team';
import type { GivenRole } from '@entrada/contract/permissions';
import { useLingui } from '@lingui/react/macro';
import { HistorySection } from '../kit/audit/section.tsx';
import { keys } from '../kit/data/keys.ts';
import { FormDrawer } from '../kit/form/drawer-frame.tsx';
import { useRecordForm } from '../kit/form/use-record-form.tsx';
import { MemberFields, type MemberValues, reachOf } from './member-fields.tsx';
import { type MemberBody, saveMember } from './reads.ts';
import { SignInActions } from './sign-in-actions.tsx';

/** Changes the role of somebody and what they reach. */
export function MemberDrawer({ member, close }: { member: Member; close: () => void }) {
  const { t } = useLingui();
  const name = personName(member) || member.email;
  const form = useRecordForm<Member, MemberValues, MemberBody>({
    found: member,
    read: () => ({
      // The row of the owner opens no drawer.
      role: member.role as GivenRole,
      isLimited: member.reach !== null,
      eventIds: member.reach?.events.map(({ id }) => id) ?? [],
      organizerIds: member.reach?.organizers.map(({ id }) => id) ?? [],
    }),
    judge: (values) => {
      const reach = reachOf(values);
      return reach && reach.eventIds.length + reach.organizerIds.length === 0
        ? { body: null, wrong: [{ path: 'reach', code: 'required' }] }
        : { body: { role: values.role, reach }, wrong: [] };
    },
    save: (body) => saveMember(member.id, body),
    invalidates: () => [keys.team],
    success: () => t`${name} is saved. It counts from their next click.`,
    close,
    shows: (path) => path === 'reach' || path.startsWith('reach.'),
    fieldOf: (path) => path.split('.')[0] ?? path,
  });
  return (
    <FormDrawer {...form.drawer} title={name} submit={t`Save`}>
      <MemberFields values={form.values} set={form.set} error={form.errors['reach']} />
      <SignInActions member={member} name={name} />
      <HistorySection
        kind={member.status === 'invited' || member.status === 'expired' ? 'invitation' : 'user'}
        id={member.id}
      />
    </FormDrawer>
  );
}
