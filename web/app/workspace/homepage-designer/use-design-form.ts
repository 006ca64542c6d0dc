import type { Design } from '@entrada/contract/design';
import type { EventDetail } from '@entrada/contract/events';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { keys } from '../keys.ts';
import { notifySuccess } from '../shell/notify.tsx';
import { useChange } from '../shell/use-change.ts';
import { useLeaveGuard } from '../shell/use-leave-guard.ts';
import { useFormErrors } from '../ui/use-form-errors.ts';
import { withTyped } from '../ui/with-typed.ts';
import { type DesignBody, loadDesign, saveDesign } from './api.ts';
import {
  changedFields,
  type DesignField,
  type DesignValues,
  designValues,
  readDesign,
} from './design-values.ts';
import { useDesignWords } from './words.ts';

/** The designer's form: what changed, saving it, and what to do when someone else saved first. */
export function useDesignForm(event: EventDetail, loaded: Design) {
  const { t } = useLingui();
  const { labels, say } = useDesignWords();
  const ref = useRef<HTMLFormElement>(null);
  const form = useFormErrors();
  const [base, setBase] = useState(loaded);
  const [values, setValues] = useState(() => designValues(loaded));
  const [theirs, setTheirs] = useState<Design | null>(null);
  /** What the form said when it was sent: what is chosen after that stays. */
  const sent = useRef(values);
  const initial = designValues(base);
  const isDirty = changedFields(initial, values).length > 0;
  useLeaveGuard(isDirty);

  const restart = (from: Design) => {
    setBase(from);
    setValues(designValues(from));
    setTheirs(null);
    form.clear();
  };
  const { attempts } = form;
  useEffect(() => {
    if (attempts === 0 && !theirs) return;
    const first = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-form-error]');
    first?.focus();
    first?.scrollIntoView({ block: 'center' });
  }, [attempts, theirs]);

  /** Someone else saved: where they left the design alone, nobody needs to be asked. */
  const saveOnTop = async (body: DesignBody): Promise<Design | null> => {
    try {
      return await saveDesign(event.id, body);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'STALE_VERSION') throw error;
      const fresh = await loadDesign(event.id);
      if (changedFields(initial, designValues(fresh)).length > 0) {
        setTheirs(fresh);
        return null;
      }
      setBase(fresh);
      return saveDesign(event.id, { ...body, version: fresh.version });
    }
  };
  const save = useChange({
    run: saveOnTop,
    invalidates: (saved) => (saved ? [keys.event(event.id)] : []),
    onDone: (saved) => {
      if (!saved) return;
      setBase(saved);
      setValues((current) => withTyped(designValues(saved), { sent: sent.current, current }));
      setTheirs(null);
      notifySuccess(event.status === 'public' ? t`The page shows the new design.` : t`The design is saved.`);
    },
    onError: (error) => {
      form.refuseBy(error, (path) => path === 'continueButtonText');
      return true;
    },
  });

  const submit = () => {
    if (!isDirty || save.isPending) return;
    const { design, wrong } = readDesign(values);
    if (!design) {
      const text = t`Enter a colour as six hex digits, such as #1c1815.`;
      return form.refuse(Object.fromEntries(wrong.map((field) => [field, text])));
    }
    form.clear();
    sent.current = values;
    void save.start({ version: base.version, ...design });
  };
  const keepMine = (fresh: Design) => {
    const mine = Object.fromEntries(changedFields(initial, values).map((field) => [field, values[field]]));
    setBase(fresh);
    setValues({ ...designValues(fresh), ...mine });
    setTheirs(null);
  };
  const differences = (fresh: Design) => {
    const read = designValues(fresh);
    return changedFields(initial, read).map((field) => ({
      field,
      label: labels[field],
      theirs: say(read, field),
      yours: say(values, field),
    }));
  };
  return {
    ref,
    values,
    isDirty,
    errors: form.errors,
    whole: form.whole,
    isPending: save.isPending,
    change: (changed: Partial<DesignValues>) => {
      setValues((current) => ({ ...current, ...changed }));
      for (const field of Object.keys(changed) as DesignField[]) form.forget(field);
    },
    submit,
    discard: () => restart(base),
    conflict: theirs && {
      differences: differences(theirs),
      onTheirs: () => restart(theirs),
      onYours: () => keepMine(theirs),
    },
  };
}

export type DesignForm = ReturnType<typeof useDesignForm>;
