import { LIMITS } from '@entrada/contract/constants';
import { isCurrency } from '@entrada/contract/money';
import type { PromoCode } from '@entrada/contract/promo-codes';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Drawer, Switch, TextInput } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { languageTag } from '../../platform/locales.ts';
import { Note } from '../../ui/note.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { keys } from '../keys.ts';
import { useEvent } from '../shell/event.ts';
import { useEventActions } from '../shell/event-actions.tsx';
import { useChange } from '../shell/use-change.ts';
import { useLeaveGuard } from '../shell/use-leave-guard.ts';
import { Conflict } from '../ui/conflict.tsx';
import { FormDrawer } from '../ui/form-drawer.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { useFormErrors } from '../ui/use-form-errors.ts';
import { readWhole } from '../ui/whole-number.ts';
import { loadPromoCode, type PromoCodeBody, promoPath, savePromoCode, touchedByPromoCodes } from './api.ts';
import styles from './promo-codes.module.css';
import { usePromoDifferences } from './promo-differences.ts';
import { emptyPromo, type Frame, type PromoValues, promoValues, readPromo } from './promo-values.ts';
import { promoErrors } from './promo-words.ts';
import { TermsFields } from './terms-fields.tsx';

/** A new promo code, or one as it is now: a copy from a list could be old and lose to a conflict. */
export function PromoDrawer({ which, close }: { which: string; close: () => void }) {
  const { t } = useLingui();
  const event = useEvent();
  const id = /^\d{1,15}$/.test(which) ? Number(which) : null;
  const { data, isError, error, refetch } = useQuery({
    queryKey: keys.promoCode(event.id, id ?? 0),
    queryFn: ({ signal }) => loadPromoCode(event.id, id ?? 0, signal),
    enabled: id !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (id === null) return <PromoForm code={null} close={close} />;
  if (data) return <PromoForm key={data.id} code={data} close={close} />;
  return (
    <Drawer opened onClose={close} title={t`Edit promo code`} closeButtonProps={{ 'aria-label': t`Close` }}>
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

/** What amounts and times of a form are of. */
export function useFrame(): Frame {
  const { i18n } = useLingui();
  const { currency, timezone } = useEvent();
  return {
    currency: isCurrency(currency) ? currency : 'EUR',
    timezone,
    locale: languageTag(i18n.locale),
  };
}

function PromoForm({ code, close }: { code: PromoCode | null; close: () => void }) {
  const { t, i18n } = useLingui();
  const event = useEvent();
  const { copyLink } = useEventActions();
  const frame = useFrame();
  const form = useFormErrors();
  const [current, setCurrent] = useState(code);
  const [initial, setInitial] = useState(() => (code ? promoValues(code, frame) : emptyPromo));
  const [values, setValues] = useState(initial);
  const [theirs, setTheirs] = useState<PromoCode | null>(null);
  const differences = usePromoDifferences(event.id);
  const guard = useLeaveGuard(JSON.stringify(values) !== JSON.stringify(initial));
  const set = (change: Partial<PromoValues>) => {
    setValues((before) => ({ ...before, ...change }));
    for (const path of Object.keys(form.errors)) if ((path.split('.')[0] ?? '') in change) form.forget(path);
  };
  const save = useChange({
    run: (body: PromoCodeBody) => savePromoCode(event.id, body, current),
    invalidates: () => touchedByPromoCodes(event.id),
    success: (saved) => t`${saved.code} is saved.`,
    onDone: () => {
      guard.release();
      close();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'STALE_VERSION' && current) {
        void loadPromoCode(event.id, current.id).then(setTheirs, (again) =>
          form.refuseBy(again, () => false),
        );
        return true;
      }
      form.refuseBy(error, (path) => path in values);
      return true;
    },
  });
  const submit = () => {
    const { body, wrong } = readPromo(values, frame);
    if (!body) return form.refuse(promoErrors(i18n, wrong));
    form.clear();
    void save.start(body);
  };
  const resolve = (fresh: PromoCode, mine: Partial<PromoValues>) => {
    const read = promoValues(fresh, frame);
    setCurrent(fresh);
    setInitial(read);
    setValues({ ...read, ...mine });
    setTheirs(null);
    form.clear();
  };
  const changed = () =>
    Object.fromEntries(
      Object.entries(values).filter(
        ([field, value]) => JSON.stringify(value) !== JSON.stringify(initial[field as keyof PromoValues]),
      ),
    );
  const used = current ? current.used + current.held : 0;
  const limit = readWhole(values.usageLimit);
  const isRenamed = current !== null && values.code.trim() !== current.code;
  return (
    <FormDrawer
      opened
      title={current ? t`Edit promo code` : t`New promo code`}
      submit={t`Save promo code`}
      isPending={save.isPending}
      onClose={close}
      onSubmit={submit}
      error={form.whole}
      attempts={form.attempts + (theirs ? 1 : 0)}
    >
      {theirs && (
        <Conflict
          differences={differences(initial, promoValues(theirs, frame), values)}
          onTheirs={() => resolve(theirs, {})}
          onYours={() => resolve(theirs, changed())}
        />
      )}
      <div className={styles.link}>
        <TextInput
          label={t`Code`}
          description={t`Buyers may type it in capitals or small letters.`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          maxLength={LIMITS.promoCodeMax}
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
        label={t`Can be used`}
        description={t`Switched off, buyers are told that the code is not known.`}
        checked={!values.disabled}
        onChange={(change) => set({ disabled: !change.currentTarget.checked })}
      />
    </FormDrawer>
  );
}
