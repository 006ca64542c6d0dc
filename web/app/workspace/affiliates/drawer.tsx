import { type Affiliate, createAffiliate } from '@entrada/contract/catalog/affiliates';
import { LIMITS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Switch } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { Note } from '../../ui/notices/note.tsx';
import { HistorySection } from '../kit/audit/section.tsx';
import { useEvent } from '../kit/data/event.ts';
import { keys } from '../kit/data/keys.ts';
import { useEventActions } from '../kit/event-actions/provider.tsx';
import { OptionalLabel } from '../kit/fields/labels.tsx';
import { LimitedInput } from '../kit/fields/limited-text.tsx';
import { useDifferences } from '../kit/form/differences.ts';
import { FormDrawer } from '../kit/form/drawer-frame.tsx';
import { judge } from '../kit/form/judge.ts';
import { RecordDrawer } from '../kit/form/record-drawer.tsx';
import { readTyped } from '../kit/form/typed.ts';
import { useRecordForm } from '../kit/form/use-record-form.tsx';
import styles from './affiliates.module.css';
import {
  type AffiliateBody,
  affiliatePath,
  bodyOf,
  hintOf,
  loadAffiliate,
  saveAffiliate,
  touchedByAffiliates,
} from './api.ts';
import { useSuggestedCode } from './use-suggested-code.ts';

/** The drawer of a new or an existing affiliate. */
export function AffiliateDrawer({ which, close }: { which: string; close: () => void }) {
  const { t } = useLingui();
  const event = useEvent();
  return (
    <RecordDrawer
      which={which}
      title={t`Edit affiliate`}
      close={close}
      queryKey={(id) => keys.affiliate(event.id, id)}
      load={(id, signal) => loadAffiliate(event.id, id, signal)}
    >
      {(affiliate) => <AffiliateForm affiliate={affiliate} close={close} />}
    </RecordDrawer>
  );
}

const empty: AffiliateBody = { code: '', name: '', email: '', status: 'active' };

function AffiliateForm({ affiliate, close }: { affiliate: Affiliate | null; close: () => void }) {
  const { t } = useLingui();
  const event = useEvent();
  const { copyLink } = useEventActions();
  const form = useRecordForm({
    found: affiliate,
    read: (found) => (found ? bodyOf(found) : empty),
    judge: (now) => {
      const typed = readTyped();
      // The schema would call an empty code too short.
      typed.filled('code', now.code);
      return judge(createAffiliate, now, typed);
    },
    load: ({ id }) => loadAffiliate(event.id, id),
    save: (body: AffiliateBody, current) => saveAffiliate(event.id, body, current),
    invalidates: () => touchedByAffiliates(event.id),
    success: (saved) => t`${saved.name} is saved.`,
    close,
    differences: useAffiliateDifferences(),
    own: { 'code invalid_format': t`Use letters without accents, figures, hyphens and underscores.` },
  });
  const { current, values, set } = form;
  useSuggestedCode({
    eventId: event.id,
    isNew: affiliate === null,
    name: values.name,
    code: values.code,
    take: (code) => set({ code }),
  });
  const isRenamed = current !== null && values.code.trim() !== current.code;
  const order = ['label', 'input', 'error', 'description'] as const;
  return (
    <FormDrawer
      {...form.drawer}
      title={current ? t`Edit affiliate` : t`New affiliate`}
      submit={t`Save affiliate`}
    >
      {form.conflict}
      <LimitedInput
        label={t`Name`}
        description={t`Who brings buyers. Only your team sees it.`}
        inputWrapperOrder={[...order]}
        data-autofocus
        limit={LIMITS.name}
        value={values.name}
        onChange={(change) => set({ name: change.currentTarget.value })}
        error={form.errors['name']}
      />
      <LimitedInput
        label={t`Code in the link`}
        description={hintOf(event.publicPath, values.code.trim())}
        inputWrapperOrder={[...order]}
        autoComplete="off"
        spellCheck={false}
        limit={LIMITS.promoCodeMax}
        value={values.code}
        onChange={(change) => set({ code: change.currentTarget.value })}
        error={form.errors['code']}
      />
      {current && !isRenamed && (
        <div>
          <Button
            leftSection={<IconLink size={18} stroke={1.75} />}
            onClick={() => void copyLink(affiliatePath(event.publicPath, current.code))}
          >
            <Trans>Copy link</Trans>
          </Button>
        </div>
      )}
      {isRenamed && (
        <Note tone="attn">
          <Trans>
            The link with {current.code} brings no more orders when you save. The page still opens.
          </Trans>
        </Note>
      )}
      <LimitedInput
        type="email"
        label={<OptionalLabel>{t`Email`}</OptionalLabel>}
        limit={LIMITS.email}
        value={values.email}
        onChange={(change) => set({ email: change.currentTarget.value })}
        error={form.errors['email']}
      />
      <Switch
        labelPosition="left"
        label={t`Active`}
        description={t`Switched off, new orders through the link count for nobody.`}
        checked={values.status === 'active'}
        onChange={(change) => set({ status: change.currentTarget.checked ? 'active' : 'inactive' })}
      />
      <p className={styles.hint}>
        <Trans>
          An order counts for the affiliate whose link the buyer opened last, within 30 days before it.
        </Trans>
      </p>
      {current && <HistorySection kind="affiliate" id={current.id} />}
    </FormDrawer>
  );
}

/** What someone else changed after the form of an affiliate was read. */
function useAffiliateDifferences() {
  const { t } = useLingui();
  const labels = { name: t`Name`, code: t`Code in the link`, email: t`Email`, status: t`Active` };
  return useDifferences<AffiliateBody, keyof AffiliateBody>(labels, ({ status }, field) => {
    if (field === 'status') return status === 'active' ? t`Yes` : t`No`;
    return undefined;
  });
}
