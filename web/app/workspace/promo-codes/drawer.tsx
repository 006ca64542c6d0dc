import type { PromoCode } from '@entrada/contract/catalog/promo-codes';
import { LIMITS } from '@entrada/contract/constants';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Switch } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { Note } from '../../ui/notices/note.tsx';
import { HistorySection } from '../kit/audit/section.tsx';
import { useEvent } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { useEventActions } from '../kit/event-actions/provider.tsx';
import { LimitedInput } from '../kit/fields/limited-text.tsx';
import { readWhole } from '../kit/fields/whole-number.ts';
import { FormDrawer } from '../kit/form/drawer-frame.tsx';
import { RecordDrawer } from '../kit/form/record-drawer.tsx';
import { useFrame } from '../kit/form/use-frame.ts';
import { useRecordForm } from '../kit/form/use-record-form.tsx';
import { loadPromoCode, type PromoCodeBody, promoPath, savePromoCode, touchedByPromoCodes } from './api.ts';
import { usePromoDifferences } from './differences.ts';
import styles from './promo-codes.module.css';
import { TermsFields } from './terms-fields.tsx';
import { emptyPromo, promoValues, readPromo } from './values.ts';

/** The drawer of a new or an existing promo code. */
export function PromoDrawer({ which, close }: { which: string; close: () => void }) {
  const { t } = useLingui();
  const event = useEvent();
  return (
    <RecordDrawer
      which={which}
      title={t`Edit promo code`}
      close={close}
      queryKey={(id) => keys.promoCode(event.id, id)}
      load={(id, signal) => loadPromoCode(event.id, id, signal)}
    >
      {(code) => <PromoForm code={code} close={close} />}
    </RecordDrawer>
  );
}

function PromoForm({ code, close }: { code: PromoCode | null; close: () => void }) {
  const { t } = useLingui();
  const event = useEvent();
  const { copyLink } = useEventActions();
  const frame = useFrame();
  const form = useRecordForm({
    found: code,
    read: (found) => (found ? promoValues(found, frame) : emptyPromo),
    judge: (now) => readPromo(now, frame),
    load: ({ id }) => loadPromoCode(event.id, id),
    save: (body: PromoCodeBody, current) => savePromoCode(event.id, body, current),
    invalidates: () => touchedByPromoCodes(event.id),
    success: (saved) => t`${saved.code} is saved.`,
    close,
    differences: usePromoDifferences(event.id),
    currency: event.currency,
  });
  const { current, values, set } = form;
  const used = current ? current.used + current.held : 0;
  const limit = readWhole(values.usageLimit);
  const isRenamed = current !== null && values.code.trim() !== current.code;
  return (
    <FormDrawer
      {...form.drawer}
      title={current ? t`Edit promo code` : t`New promo code`}
      submit={t`Save promo code`}
    >
      {form.conflict}
      <div className={styles.link}>
        <LimitedInput
          label={t`Code`}
          description={t`Buyers may type it in capitals or small letters.`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          limit={LIMITS.promoCodeMax}
          value={values.code}
          onChange={(change) => set({ code: change.currentTarget.value })}
          error={form.errors['code']}
        />
      </div>
      {current && !isRenamed && (
        <div>
          <Button
            leftSection={<IconLink size={18} stroke={1.75} />}
            onClick={() => void copyLink(promoPath(event.publicPath, current.code))}
          >
            <Trans>Copy link with this code</Trans>
          </Button>
        </div>
      )}
      {isRenamed && (
        <Note tone="attn">
          <Trans>Links and flyers with {current.code} stop working when you save.</Trans>
        </Note>
      )}
      {used > 0 && (
        <Note tone="info">
          <Plural
            value={used}
            one="# order uses this code. It keeps its price whatever you change here."
            other="# orders use this code. They keep their prices whatever you change here."
          />
        </Note>
      )}
      <TermsFields
        values={values}
        errors={form.errors}
        set={set}
        {...(limit !== undefined &&
          limit > 0 &&
          limit < used && { limitHint: t`Fewer than have used it: nobody else can.` })}
      />
      <Switch
        labelPosition="left"
        label={t`Active`}
        description={t`Switched off, buyers are told that the code is not known.`}
        checked={!values.disabled}
        onChange={(change) => set({ disabled: !change.currentTarget.checked })}
      />
      {current && <HistorySection kind="promo_code" id={current.id} />}
    </FormDrawer>
  );
}
