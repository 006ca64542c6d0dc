import type { AccountTaxOrFee } from '@entrada/contract/catalog/taxes-and-fees';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { languageTag } from '../../../platform/i18n/locales.ts';
import { Note } from '../../../ui/notices/note.tsx';
import { keys } from '../../kit/data/keys.ts';
import { useChange } from '../../kit/data/use-change.ts';
import { useFormErrors } from '../../kit/form/use-form-errors.ts';
import { TaxOrFeeFields } from '../../kit/taxes-and-fees/fields.tsx';
import { saveTaxOrFee } from '../../kit/taxes-and-fees/queries.ts';
import { readTaxOrFee, type TaxOrFeeBody, type TaxOrFeeValues } from '../../kit/taxes-and-fees/values.ts';
import styles from '../tickets.module.css';

type NewTaxOrFeeProps = {
  draft: TaxOrFeeValues;
  setDraft: (draft: TaxOrFeeValues | null) => void;
  /** Why the ticket could not be saved while this part was open. */
  refusal: string | undefined;
  onAdded: (taxOrFee: AccountTaxOrFee) => void;
};

/** Creates a tax or fee of the account from within a ticket. It is not a form element, because it stands inside one. */
export function NewTaxOrFee({ draft, setDraft, refusal, onAdded }: NewTaxOrFeeProps) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const form = useFormErrors();
  const box = useRef<HTMLFieldSetElement>(null);
  const [attempts, setAttempts] = useState(0);
  const known = (path: string) => path in draft;
  const save = useChange({
    run: async (body: TaxOrFeeBody) => {
      const saved = await saveTaxOrFee(body, null);
      // The list of taxes and fees is read again first. Otherwise the ticket would not show the new one for a moment.
      await client.invalidateQueries({ queryKey: keys.taxesAndFees });
      return saved;
    },
    success: (saved) => t`${saved.name} is added, for other tickets too.`,
    onDone: onAdded,
    onError: (error) => {
      form.refuseBy(error, known);
      return true;
    },
  });
  const submit = () => {
    const { body, wrong } = readTaxOrFee(draft, languageTag(i18n.locale));
    if (!body) {
      form.refuseWrong(wrong, known);
      setAttempts((count) => count + 1);
      return;
    }
    form.clear();
    void save.start(body);
  };
  useEffect(() => {
    if (attempts > 0) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  const onKeyDown = (event: KeyboardEvent) => {
    const isField = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (event.key !== 'Enter' || !isField || event.defaultPrevented) return;
    // Enter would submit the form of the ticket.
    event.preventDefault();
    submit();
  };
  return (
    <fieldset ref={box} className={styles.newTaxOrFee} onKeyDown={onKeyDown}>
      <legend className="visually-hidden">
        <Trans>New tax or fee</Trans>
      </legend>
      {(refusal ?? form.whole) && (
        <div data-form-error tabIndex={-1}>
          <Note tone="error" announce>
            {refusal ?? form.whole}
          </Note>
        </div>
      )}
      <TaxOrFeeFields
        values={draft}
        errors={form.errors}
        isCurrencyFixed
        autoFocus
        set={(change) => {
          setDraft({ ...draft, ...change });
          for (const name of Object.keys(change)) form.forget(name);
        }}
      />
      <div className={styles.newTaxOrFeeActions}>
        <Button onClick={() => setDraft(null)} disabled={save.isPending}>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="ink" onClick={submit} loading={save.isPending}>
          {draft.type === 'tax' ? <Trans>Add tax</Trans> : <Trans>Add fee</Trans>}
        </Button>
      </div>
    </fieldset>
  );
}
