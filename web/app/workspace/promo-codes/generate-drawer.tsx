import { LIMITS } from '@entrada/contract/constants';
import { exportPath } from '@entrada/contract/sales/exports';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { IconDownload, IconList } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../platform/i18n/format.ts';
import { useEvent } from '../kit/data/event.ts';
import { SideDrawer } from '../kit/dialogs/side-drawer.tsx';
import { Two } from '../kit/display/two.tsx';
import { useSaveFile } from '../kit/exports/save-file.ts';
import { Hint, OptionalLabel } from '../kit/fields/labels.tsx';
import { LimitedInput } from '../kit/fields/limited-text.tsx';
import { readWhole } from '../kit/fields/whole-number.ts';
import { FormDrawer, FormSection } from '../kit/form/drawer-frame.tsx';
import { useFrame } from '../kit/form/use-frame.ts';
import { useRecordForm } from '../kit/form/use-record-form.tsx';
import { type GenerateBody, makePromoCodes, touchedByPromoCodes } from './api.ts';
import styles from './promo-codes.module.css';
import { TermsFields } from './terms-fields.tsx';
import { emptyGeneration, type GenerateValues, readGeneration } from './values.ts';

type Made = { batch: string; count: number; example: string };
type Props = { close: () => void; showBatch: (batch: string) => void };

/** The drawer that creates many codes at once, one for each guest or partner. */
export function GenerateDrawer({ close, showBatch }: Props) {
  const [made, setMade] = useState<Made | null>(null);
  return made ? (
    <MadeCodes made={made} close={close} showBatch={showBatch} />
  ) : (
    <Form close={close} onMade={setMade} />
  );
}

const sample = '7K3Q9FMXW2RTB84HJ6NC';

function Form({ close, onMade }: { close: () => void; onMade: (made: Made) => void }) {
  const { t, i18n } = useLingui();
  const event = useEvent();
  const frame = useFrame();
  const form = useRecordForm<Made, GenerateValues, GenerateBody>({
    found: null,
    read: () => emptyGeneration,
    judge: (now) => readGeneration(now, frame),
    save: (body) => makePromoCodes(event.id, body),
    invalidates: () => touchedByPromoCodes(event.id),
    close,
    leave: onMade,
    currency: event.currency,
  });
  const { values, set } = form;
  const most = formatCount(LIMITS.promoBatch, i18n.locale);
  const length = Math.min(readWhole(values.length) ?? 0, sample.length);
  const example = `${values.prefix.trim()}${sample.slice(0, length)}`;
  const order = ['label', 'input', 'error', 'description'] as const;
  return (
    <FormDrawer {...form.drawer} title={t`Generate promo codes`} submit={t`Generate codes`}>
      <TextInput
        label={t`How many`}
        description={t`At most ${most} at once.`}
        inputWrapperOrder={[...order]}
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        value={values.count}
        onChange={(change) => set({ count: change.currentTarget.value })}
        error={form.errors['count']}
      />
      <FormSection title={t`What they look like`}>
        <Two>
          <LimitedInput
            label={<OptionalLabel>{t`Beginning`}</OptionalLabel>}
            autoComplete="off"
            spellCheck={false}
            limit={LIMITS.promoPrefix}
            value={values.prefix}
            onChange={(change) => set({ prefix: change.currentTarget.value })}
            error={form.errors['prefix']}
          />
          <TextInput
            label={t`Random characters`}
            inputMode="numeric"
            autoComplete="off"
            value={values.length}
            onChange={(change) => set({ length: change.currentTarget.value })}
            error={form.errors['length']}
          />
        </Two>
        <Hint>
          <Trans>
            For example <span className={styles.code}>{example}</span>. Letters that look like figures are
            left out.
          </Trans>
        </Hint>
      </FormSection>
      <TermsFields
        values={values}
        errors={form.errors}
        set={set}
        limitHint={t`For each code. Leave empty for no limit.`}
      />
    </FormDrawer>
  );
}

function MadeCodes({ made, close, showBatch }: Props & { made: Made }) {
  const { t } = useLingui();
  const event = useEvent();
  const params = { 'filter_fields[batch][eq]': made.batch };
  const csv = useSaveFile();
  const file = { path: exportPath(event.id, 'promo-codes', 'csv'), params };
  return (
    <SideDrawer opened onClose={close} title={t`Codes are ready`}>
      <div className={styles.made} role="status">
        <p>
          <Plural
            value={made.count}
            one="# code is ready, and buyers can use it now."
            other="# codes are ready, and buyers can use them now."
          />
        </p>
        <Hint>
          <Trans>
            The first one is <span className={styles.code}>{made.example}</span>.
          </Trans>
        </Hint>
      </div>
      <div className={styles.actions}>
        <Button
          variant="primary"
          leftSection={<IconDownload size={18} stroke={1.75} />}
          loading={csv.isPending}
          onClick={() => void csv.start(file)}
        >
          <Trans>Download as CSV</Trans>
        </Button>
        <Button
          leftSection={<IconList size={18} stroke={1.75} />}
          onClick={() => {
            showBatch(made.batch);
          }}
        >
          <Trans>Show these codes</Trans>
        </Button>
      </div>
    </SideDrawer>
  );
}
