import { unknownPlaceholders } from '@entrada/contract/outreach/placeholders';
import { type Reminder, saveReminder } from '@entrada/contract/outreach/reminders';
import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, Switch } from '@mantine/core';
import { api } from '../../../platform/api/client.ts';
import { formatDayTime } from '../../../platform/i18n/format.ts';
import { timeZoneLabel } from '../../../platform/i18n/time-zone.ts';
import { Note } from '../../../ui/notices/note.tsx';
import { HistorySection } from '../../kit/audit/section.tsx';
import { useEvent } from '../../kit/data/event.ts';
import { keys } from '../../kit/data/keys.ts';
import { useSession } from '../../kit/data/session.ts';
import { useDifferences } from '../../kit/form/differences.ts';
import { FormDrawer, FormSection } from '../../kit/form/drawer-frame.tsx';
import { judge } from '../../kit/form/judge.ts';
import { useRecordForm } from '../../kit/form/use-record-form.tsx';
import { ConfirmFirst, NoReplies } from '../compose/notes.tsx';
import { PreviewOf } from '../compose/preview.tsx';
import { useCount } from '../compose/use-audience.ts';
import { textOf } from '../compose/use-differences.ts';
import { WordsFields } from '../compose/words.tsx';
import { reminderNames } from '../words.ts';
import { remindersRead, type WrittenReminder, writeReminder } from './api.ts';
import styles from './reminders.module.css';

type Values = Pick<WrittenReminder, 'isOn' | 'subject' | 'body' | 'isNotPromotional'>;

/** The form of one reminder: its words, its switch, and how it will look. */
export function ReminderDrawer({ found, close }: { found: Reminder; close: () => void }) {
  const { t, i18n } = useLingui();
  const { id, timezone } = useEvent();
  const { me } = useSession();
  const { kind, dueAt, isOver, audience, purpose, replyTo } = found;
  const form = useRecordForm<Reminder, Values, WrittenReminder>({
    found,
    read: (one) => ({
      isOn: one?.isOn ?? false,
      subject: one?.subject ?? '',
      body: one?.body ?? '',
      isNotPromotional: false,
    }),
    judge: (values, { current }) =>
      judge(saveReminder, { ...values, version: current?.version ?? 0 }, { wrong: missing(values) }),
    load: async () => {
      const fresh = (await remindersRead(id).load(api)).find((one) => one.kind === kind);
      if (!fresh) throw new Error('Every event has each reminder');
      return fresh;
    },
    save: (body) => writeReminder(id, kind, body),
    invalidates: () => [keys.reminders(id)],
    success: ({ isOn }) =>
      isOn ? t`The reminder is switched on.` : t`The reminder is saved. It is switched off.`,
    close,
    differences: useReminderDifferences(),
    own: {
      'isNotPromotional must_be_agreed': t`Confirm that it is not advertising.`,
      'subject required': t`Write a subject first.`,
      'body required': t`Write the text first.`,
    },
  });
  const { values, set, errors } = form;
  const to = { audience, purpose, each: 'person' as const };
  const count = useCount(id, to);
  const due = formatDayTime(dueAt, { locale: i18n.locale, timezone });
  const zone = timeZoneLabel(i18n, dueAt, timezone);
  const [unknown] = [values.subject, values.body.replace(/<[^>]*>/g, '\n')].flatMap(unknownPlaceholders);
  return (
    <FormDrawer {...form.drawer} title={i18n._(reminderNames[kind])} submit={t`Save`}>
      {form.conflict}
      <p className={styles.due}>
        {isOver ? (
          <Trans>Its time was {due}. It does not go out unless the event moves.</Trans>
        ) : (
          <Trans>
            It goes out on {due}, {zone}, and moves with the event.
          </Trans>
        )}
      </p>
      <WordsFields values={values} set={set} errors={errors} empty={count.data?.empty ?? []} />
      {unknown && (
        <Note tone="attn" announce>
          <Trans>“{unknown}” is no placeholder. Remove it or choose one of the list.</Trans>
        </Note>
      )}
      <FormSection title={<Trans>Sending</Trans>}>
        <Switch
          label={t`Send this reminder`}
          description={
            purpose === 'news'
              ? t`After the event it is news: people can unsubscribe with one click, and whoever did so is left out.`
              : undefined
          }
          checked={values.isOn}
          disabled={!me.emailConfirmed && !values.isOn}
          onChange={({ currentTarget }) => set({ isOn: currentTarget.checked })}
        />
        {values.isOn && (
          <Checkbox
            label={t`This is not advertising`}
            description={t`Nobody gave you their address for that.`}
            checked={values.isNotPromotional}
            error={errors['isNotPromotional']}
            onChange={({ currentTarget }) => set({ isNotPromotional: currentTarget.checked })}
          />
        )}
        {!me.emailConfirmed && <ConfirmFirst />}
        {replyTo === null && <NoReplies />}
      </FormSection>
      <FormSection title={<Trans>Preview</Trans>}>
        <PreviewOf
          eventId={id}
          written={{ subject: values.subject, body: values.body, ...to }}
          count={count.data}
        />
      </FormSection>
      {found.id !== null && <HistorySection kind="message_reminder" id={found.id} />}
    </FormDrawer>
  );
}

/** What a reminder that is on lacks. One that is off may be half written. */
function missing({ isOn, subject, body, isNotPromotional }: Values) {
  if (!isOn) return [];
  return [
    ...(subject.trim() === '' ? [{ path: 'subject', code: 'required' as const }] : []),
    ...(textOf(body) === '' ? [{ path: 'body', code: 'required' as const }] : []),
    ...(isNotPromotional ? [] : [{ path: 'isNotPromotional', code: 'must_be_agreed' as const }]),
  ];
}

/** What somebody else changed after the form was read. */
function useReminderDifferences() {
  const { t } = useLingui();
  const labels = { isOn: t`Send this reminder`, subject: t`Subject`, body: t`Text` };
  return useDifferences<Values, keyof typeof labels>(labels, (values, field) => {
    if (field === 'body') return textOf(values.body);
    if (field === 'isOn')
      return values.isOn
        ? t({ message: 'On', context: 'reminder' })
        : t({ message: 'Off', context: 'reminder' });
    return undefined;
  });
}
