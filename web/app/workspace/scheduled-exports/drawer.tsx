import { LOCALES } from '@entrada/contract/constants';
import {
  createScheduledExport,
  type NewScheduledExport,
  type ScheduledExport,
} from '@entrada/contract/insight/scheduled-exports';
import { EXPORT_FORMATS, EXPORTS, type ExportName } from '@entrada/contract/sales/exports';
import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, Group, Radio, Select, Stack } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { api } from '../../platform/api/client.ts';
import { formatList } from '../../platform/i18n/format.ts';
import { isLocale, localeNames } from '../../platform/i18n/locales.ts';
import { zoneCity } from '../../platform/i18n/time-zone.ts';
import { HistorySection } from '../kit/audit/section.tsx';
import { useEvent } from '../kit/data/event.ts';
import { useSession } from '../kit/data/session.ts';
import { isNarrowing, type Planned, readPlanned } from '../kit/exports/planned.ts';
import { exportWords } from '../kit/exports/words.ts';
import { useDifferences } from '../kit/form/differences.ts';
import { FormDrawer } from '../kit/form/drawer-frame.tsx';
import { judge } from '../kit/form/judge.ts';
import { useRecordForm } from '../kit/form/use-record-form.tsx';
import { type Schedules, saveSchedule, schedulesRead, touchedBySchedules } from './api.ts';
import styles from './scheduled-exports.module.css';
import { clockTime, obstacleOf, rhythmOf, rhythms } from './words.ts';

type Values = NewScheduledExport & { isFiltered: boolean };

type DrawerProps = { which: string; schedules: Schedules; close: () => void };

/** The drawer of a new or an existing scheduled export. A new one may bring the file and the filter of a list along. */
export function ScheduleDrawer({ which, schedules, close }: DrawerProps) {
  const [search, setSearch] = useSearchParams();
  const found = schedules.scheduled.find(({ id }) => String(id) === which) ?? null;
  const leave = () => {
    close();
    // The file and the filter that came along are used up.
    if (search.has('what')) setSearch({}, { replace: true, preventScrollReset: true });
  };
  return (
    <ScheduleForm
      key={which}
      found={found}
      planned={readPlanned(search)}
      schedules={schedules}
      close={leave}
    />
  );
}

type FormProps = {
  found: ScheduledExport | null;
  planned: Planned | null;
  schedules: Schedules;
  close: () => void;
};

function ScheduleForm({ found, planned, schedules, close }: FormProps) {
  const { t, i18n } = useLingui();
  const event = useEvent();
  const { me } = useSession();
  // The days have different offsets, so only the city is named.
  const city = zoneCity(schedules.timezone, i18n.locale);
  const empty: Values = {
    what: planned?.what ?? 'orders',
    format: planned?.format ?? 'xlsx',
    locale: isLocale(i18n.locale) ? i18n.locale : 'en',
    weekday: 1,
    hour: 8,
    query: planned?.query ?? {},
    isFiltered: planned !== null && isNarrowing(planned.query),
    recipients: [me.id],
  };
  const form = useRecordForm<ScheduledExport, Values, NewScheduledExport>({
    found,
    read: (one) => (one ? valuesOf(one) : empty),
    judge: ({ isFiltered, ...values }) =>
      judge(
        createScheduledExport,
        { ...values, query: isFiltered ? values.query : {} },
        {
          fieldOf: (path) => path.split('.')[0] ?? path,
        },
      ),
    load: async ({ id }) => {
      const { scheduled } = await schedulesRead(event.id).load(api);
      const fresh = scheduled.find((one) => one.id === id);
      if (!fresh) throw new Error('It was deleted');
      return fresh;
    },
    save: (body, current) => saveSchedule(event.id, body, current),
    invalidates: () => touchedBySchedules(event.id),
    success: () => t`The scheduled export is saved.`,
    close,
    differences: useScheduleDifferences(schedules),
    fieldOf: (path) => path.split('.')[0] ?? path,
    own: Object.fromEntries(
      ['invalid_format', 'invalid_choice'].map((code) => [
        `query ${code}`,
        t`A filter holds a value that cannot be read. Correct it in the list and choose Export there, or take everything.`,
      ]),
    ),
  });
  const { values, set, current } = form;
  // The list whose query the filter is.
  const family = familyOf(current?.what ?? planned?.what ?? values.what);
  const hasFilter = isNarrowing(values.query) && familyOf(values.what) === family;
  return (
    <FormDrawer
      {...form.drawer}
      title={current ? t`Edit scheduled export` : t`New scheduled export`}
      submit={t`Save`}
    >
      {form.conflict}
      <Select
        label={t`File`}
        description={i18n._(exportWords[values.what].rows)}
        data-autofocus
        allowDeselect={false}
        checkIconPosition="right"
        data={EXPORTS.map((what) => ({ value: what, label: i18n._(exportWords[what].name) }))}
        value={values.what}
        onChange={(what) => {
          if (!what) return;
          const isSame = familyOf(what as ExportName) === family;
          set({ what: what as ExportName, ...(!isSame && { isFiltered: false }) });
        }}
        error={form.errors['what']}
      />
      {hasFilter ? (
        <Radio.Group
          label={t`Rows`}
          value={values.isFiltered ? 'found' : 'all'}
          onChange={(rows) => set({ isFiltered: rows === 'found' })}
          error={form.errors['query']}
        >
          <Stack gap="sm" mt="xs">
            <Radio value="found" label={t`What the filters of the list find`} />
            <Radio value="all" label={t`Everything`} />
          </Stack>
        </Radio.Group>
      ) : (
        <p>
          <Trans>
            The file holds everything. For some rows only, filter the list and choose Export there.
          </Trans>
        </p>
      )}
      <Radio.Group
        label={t`Format`}
        value={values.format}
        onChange={(format) => set({ format: EXPORT_FORMATS.find((one) => one === format) ?? 'csv' })}
      >
        <Group gap="lg" mt="xs">
          <Radio value="xlsx" label={t`Excel (XLSX)`} />
          <Radio value="csv" label={t`CSV`} />
        </Group>
      </Radio.Group>
      <Select
        label={t`Language of the file`}
        allowDeselect={false}
        checkIconPosition="right"
        data={LOCALES.map((locale) => ({ value: locale, label: localeNames[locale] }))}
        value={values.locale}
        onChange={(locale) => isLocale(locale) && set({ locale })}
      />
      <Group grow align="flex-start">
        <Select
          label={t`When`}
          allowDeselect={false}
          checkIconPosition="right"
          data={rhythms.map((rhythm, day) => ({ value: String(day), label: i18n._(rhythm) }))}
          value={String(values.weekday ?? 0)}
          onChange={(day) => set({ weekday: Number(day) || null })}
        />
        <Select
          label={t`Time`}
          description={<span className={styles.zone}>{city === 'UTC' ? city : t`${city} time`}</span>}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          allowDeselect={false}
          checkIconPosition="right"
          data={Array.from({ length: 24 }, (_, hour) => ({
            value: String(hour),
            label: clockTime(hour, i18n.locale),
          }))}
          value={String(values.hour)}
          onChange={(hour) => set({ hour: Number(hour) })}
        />
      </Group>
      <Checkbox.Group
        label={t`Recipients`}
        description={t`People of your account. They get a link and sign in to download the file.`}
        value={values.recipients.map(String)}
        onChange={(ids) => set({ recipients: ids.map(Number) })}
        error={form.errors['recipients']}
      >
        <Stack gap="sm" mt="xs">
          {schedules.members.map((one) => {
            const why = obstacleOf(one, values.what);
            const isChosen = values.recipients.includes(one.id);
            return (
              <Checkbox
                key={one.id}
                value={String(one.id)}
                label={one.name}
                description={why ? i18n._(why) : one.email}
                disabled={why !== null && !isChosen}
              />
            );
          })}
        </Stack>
      </Checkbox.Group>
      {found && <HistorySection kind="scheduled_export" id={found.id} />}
    </FormDrawer>
  );
}

const valuesOf = ({ what, format, locale, weekday, hour, query, recipients }: ScheduledExport): Values => ({
  what,
  format,
  locale,
  weekday,
  hour,
  query,
  recipients,
  isFiltered: isNarrowing(query),
});

/** The list that the rows of a file come from. A filter fits the files of its own list only. */
function familyOf(what: ExportName): string {
  if (what === 'orders' || what === 'order-lines' || what === 'refunds') return 'orders';
  return what === 'attendees' || what === 'answers' || what === 'check-ins' ? 'attendees' : what;
}

/** What somebody else changed after the form was read. */
function useScheduleDifferences({ members }: Schedules) {
  const { t, i18n } = useLingui();
  const labels = {
    what: t`File`,
    isFiltered: t`Rows`,
    format: t`Format`,
    locale: t`Language of the file`,
    weekday: t`When`,
    hour: t`Time`,
    recipients: t`Recipients`,
  };
  return useDifferences<Values, keyof typeof labels>(labels, (values, field) => {
    if (field === 'what') return i18n._(exportWords[values.what].name);
    if (field === 'isFiltered')
      return values.isFiltered ? t`What the filters of the list find` : t`Everything`;
    if (field === 'format') return values.format.toUpperCase();
    if (field === 'locale') return localeNames[values.locale];
    if (field === 'weekday') return i18n._(rhythmOf(values.weekday));
    if (field === 'hour') return clockTime(values.hour, i18n.locale);
    const names = members.filter(({ id }) => values.recipients.includes(id)).map(({ name }) => name);
    return formatList(names, i18n.locale);
  });
}
