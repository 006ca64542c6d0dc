import type { Affiliate } from '@entrada/contract/affiliates';
import { LIMITS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Drawer, Switch, TextInput } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { fieldErrorMessage } from '../../platform/error-messages.ts';
import { Note } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { keys } from '../keys.ts';
import { useEvent } from '../shell/event.ts';
import { useEventActions } from '../shell/event-actions.tsx';
import { useChange } from '../shell/use-change.ts';
import { useLeaveGuard } from '../shell/use-leave-guard.ts';
import { Conflict, type Difference } from '../ui/conflict.tsx';
import { FormDrawer } from '../ui/form-drawer.tsx';
import { OptionalLabel } from '../ui/labels.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { useFormErrors } from '../ui/use-form-errors.ts';
import styles from './affiliates.module.css';
import {
  type AffiliateBody,
  affiliatePath,
  bodyOf,
  loadAffiliate,
  saveAffiliate,
  touchedByAffiliates,
} from './api.ts';

/** A new affiliate, or one as it is now. */
export function AffiliateDrawer({ which, close }: { which: string; close: () => void }) {
  const { t } = useLingui();
  const event = useEvent();
  const id = /^\d{1,15}$/.test(which) ? Number(which) : null;
  const { data, isError, error, refetch } = useQuery({
    queryKey: keys.affiliate(event.id, id ?? 0),
    queryFn: ({ signal }) => loadAffiliate(event.id, id ?? 0, signal),
    enabled: id !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (id === null) return <AffiliateForm affiliate={null} close={close} />;
  if (data) return <AffiliateForm key={data.id} affiliate={data} close={close} />;
  return (
    <Drawer opened onClose={close} title={t`Edit affiliate`} closeButtonProps={{ 'aria-label': t`Close` }}>
      {isError ? (
        <LoadFailed error={error} retry={() => void refetch()} />
      ) : (
        ['100%', '100%', '60%'].map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks that never change
          <p key={index} className={styles.block}>
            <Skeleton width={width} height={36} />
          </p>
        ))
      )}
    </Drawer>
  );
}

const empty: AffiliateBody = { code: '', name: '', email: '', status: 'active' };

function AffiliateForm({ affiliate, close }: { affiliate: Affiliate | null; close: () => void }) {
  const { t, i18n } = useLingui();
  const event = useEvent();
  const { copyLink } = useEventActions();
  const form = useFormErrors();
  const [current, setCurrent] = useState(affiliate);
  const [initial, setInitial] = useState(() => (affiliate ? bodyOf(affiliate) : empty));
  const [values, setValues] = useState(initial);
  const [theirs, setTheirs] = useState<Affiliate | null>(null);
  const differences = useDifferences();
  const guard = useLeaveGuard(JSON.stringify(values) !== JSON.stringify(initial));
  const set = (change: Partial<AffiliateBody>) => {
    setValues((before) => ({ ...before, ...change }));
    for (const name of Object.keys(change)) form.forget(name);
  };
  const save = useChange({
    run: (body: AffiliateBody) => saveAffiliate(event.id, body, current),
    invalidates: () => touchedByAffiliates(event.id),
    success: (saved) => t`${saved.name} is saved.`,
    onDone: () => {
      guard.release();
      close();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'STALE_VERSION' && current) {
        void loadAffiliate(event.id, current.id).then(setTheirs, (again) =>
          form.refuseBy(again, () => false),
        );
        return true;
      }
      form.refuseBy(error, (path) => path in values);
      return true;
    },
  });
  const submit = () => {
    const wrong: Record<string, string> = {};
    const code = values.code.trim();
    if (values.name.trim() === '')
      wrong['name'] = fieldErrorMessage(i18n, { path: 'name', code: 'required' });
    if (code.length < LIMITS.promoCodeMin)
      wrong['code'] = fieldErrorMessage(i18n, {
        path: 'code',
        code: code === '' ? 'required' : 'too_short',
        min: LIMITS.promoCodeMin,
      });
    else if (!/^[A-Za-z0-9_-]+$/.test(code))
      wrong['code'] = t`Use letters without accents, figures, hyphens and underscores.`;
    if (Object.keys(wrong).length > 0) return form.refuse(wrong);
    form.clear();
    void save.start(values);
  };
  const resolve = (fresh: Affiliate, mine: Partial<AffiliateBody>) => {
    setCurrent(fresh);
    setInitial(bodyOf(fresh));
    setValues({ ...bodyOf(fresh), ...mine });
    setTheirs(null);
    form.clear();
  };
  const changed = () =>
    Object.fromEntries(
      Object.entries(values).filter(([field, value]) => value !== initial[field as keyof AffiliateBody]),
    );
  const isRenamed = current !== null && values.code.trim() !== current.code;
  const order = ['label', 'input', 'error', 'description'] as const;
  return (
    <FormDrawer
      opened
      title={current ? t`Edit affiliate` : t`New affiliate`}
      submit={t`Save affiliate`}
      isPending={save.isPending}
      onClose={close}
      onSubmit={submit}
      error={form.whole}
      attempts={form.attempts + (theirs ? 1 : 0)}
    >
      {theirs && (
        <Conflict
          differences={differences(initial, bodyOf(theirs), values)}
          onTheirs={() => resolve(theirs, {})}
          onYours={() => resolve(theirs, changed())}
        />
      )}
      <TextInput
        label={t`Name`}
        description={t`Who brings buyers. Only your team sees it.`}
        inputWrapperOrder={[...order]}
        data-autofocus
        maxLength={LIMITS.name}
        value={values.name}
        onChange={(change) => set({ name: change.currentTarget.value })}
        error={form.errors['name']}
      />
      <TextInput
        label={t`Code in the link`}
        description={affiliatePath(event.publicPath, values.code.trim() || 'CODE')}
        inputWrapperOrder={[...order]}
        autoComplete="off"
        spellCheck={false}
        maxLength={LIMITS.promoCodeMax}
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
      <TextInput
        type="email"
        label={<OptionalLabel>{t`Email`}</OptionalLabel>}
        maxLength={LIMITS.email}
        value={values.email}
        onChange={(change) => set({ email: change.currentTarget.value })}
        error={form.errors['email']}
      />
      <Switch
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
    </FormDrawer>
  );
}

/** Which fields someone else changed since the form was read, beside what the form says now. */
function useDifferences() {
  const { t } = useLingui();
  const labels: Record<keyof AffiliateBody, string> = {
    name: t`Name`,
    code: t`Code in the link`,
    email: t`Email`,
    status: t`Active`,
  };
  const say = (values: AffiliateBody, field: keyof AffiliateBody) => {
    if (field === 'status') return values.status === 'active' ? t`Yes` : t`No`;
    return values[field];
  };
  return (base: AffiliateBody, theirs: AffiliateBody, yours: AffiliateBody): Difference[] =>
    (Object.keys(labels) as (keyof AffiliateBody)[])
      .filter((field) => say(base, field) !== say(theirs, field))
      .map((field) => ({
        field,
        label: labels[field],
        theirs: say(theirs, field),
        yours: say(yours, field),
      }));
}
