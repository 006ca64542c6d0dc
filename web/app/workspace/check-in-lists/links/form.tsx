import { LIMITS } from '@entrada/contract/constants';
import { type CheckInLink, createCheckInLink, type DoorRole } from '@entrada/contract/door/check-in-links';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Radio, Stack, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Note } from '../../../ui/notices/note.tsx';
import { keys } from '../../kit/data/keys.ts';
import { useChange } from '../../kit/data/use-change.ts';
import { useInlineForm } from '../../kit/dialogs/use-inline-form.ts';
import { LimitedInput } from '../../kit/fields/limited-text.tsx';
import { judge } from '../../kit/form/judge.ts';
import { useFormErrors } from '../../kit/form/use-form-errors.ts';
import { useLeaveGuard } from '../../kit/form/use-leave-guard.ts';
import { type OfList, saveLink } from './api.ts';
import styles from './links.module.css';

const fields = ['name', 'role', 'pin'];
const isField = (path: string) => fields.includes(path);

type LinkFormProps = { of: OfList; link: CheckInLink | null; close: () => void };

/** The form of a new or an existing link. The PIN that a link has is never shown; another one replaces it. */
export function LinkForm({ of, link, close }: LinkFormProps) {
  const { t } = useLingui();
  const before = { name: link?.name ?? '', role: link?.role ?? ('steward' as DoorRole), pin: '' };
  const [values, setValues] = useState(before);
  const [hasPin, setHasPin] = useState(link?.hasPin ?? false);
  const set = (change: Partial<typeof before>) => {
    setValues((now) => ({ ...now, ...change }));
    for (const path of Object.keys(change)) form.forget(path);
  };
  const form = useFormErrors();
  const isDirty =
    values.name !== before.name ||
    values.role !== before.role ||
    values.pin !== '' ||
    hasPin !== (link?.hasPin ?? false);
  const guard = useLeaveGuard(isDirty);
  const keepsPin = hasPin && link?.hasPin === true && values.pin === '';
  const { start, isPending } = useChange({
    run: () => {
      const pin = hasPin ? values.pin : null;
      return saveLink(of, { name: values.name, role: values.role, pin: keepsPin ? undefined : pin }, link);
    },
    invalidates: () => [keys.checkInLinks(of.eventId, of.listId), keys.checkInLists(of.eventId)],
    success: ({ name }) => t`${name} is saved.`,
    onDone: () => {
      guard.release();
      close();
    },
    onError: (error) => {
      form.refuseBy(error, isField);
      return true;
    },
  });
  const run = () => {
    const judged = judge(createCheckInLink, {
      name: values.name,
      role: values.role,
      pin: hasPin && !keepsPin ? values.pin : null,
    });
    if (!judged.body) return form.refuseWrong(judged.wrong, isField);
    form.clear();
    void start(null);
  };
  const leave = useInlineForm({ isDirty, isPending, close });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      {form.whole && (
        <Note tone="error" announce>
          {form.whole}
        </Note>
      )}
      <LimitedInput
        label={t`Name`}
        placeholder={t`North door`}
        autoFocus
        limit={LIMITS.name}
        value={values.name}
        onChange={(change) => set({ name: change.currentTarget.value })}
        error={form.errors['name']}
      />
      <Radio.Group
        label={t`What it lets people do`}
        value={values.role}
        onChange={(role) => set({ role: role as DoorRole })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="steward" label={t`Steward`} description={t`Scan tickets`} />
          <Radio
            value="supervisor"
            label={t`Supervisor`}
            description={t`Also search, let in by name, take entries back, see the log`}
          />
        </Stack>
      </Radio.Group>
      <Switch
        label={t`Ask for a PIN`}
        checked={hasPin}
        onChange={(change) => setHasPin(change.currentTarget.checked)}
      />
      {hasPin && (
        <TextInput
          label={link?.hasPin ? t`New PIN` : t`PIN`}
          description={
            link?.hasPin
              ? t`4 to 8 digits. Leave empty to keep the PIN. With a new one, every phone enters it again.`
              : t`4 to 8 digits. Each phone enters it once.`
          }
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          value={values.pin}
          onChange={(change) => set({ pin: change.currentTarget.value.replace(/\D/g, '') })}
          error={form.errors['pin']}
        />
      )}
      <Group justify="flex-end" gap="xs">
        <Button disabled={isPending} onClick={leave}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant="ink" loading={isPending}>
          <Trans>Save link</Trans>
        </Button>
      </Group>
    </form>
  );
}
