import { LIMITS } from '@entrada/contract/constants';
import { Trans, useLingui } from '@lingui/react/macro';
import { type RefObject, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { errorCodeMessage } from '../../platform/api/error-messages.ts';
import type { Refusal, Refused } from '../../platform/api/refusal.ts';
import { useRefusal } from '../../platform/api/use-refusal.ts';
import { useProof } from '../../platform/proof/use-proof.ts';
import { useHydrated } from '../../platform/use-hydrated.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { Note } from '../../ui/notices/note.tsx';
import { ProofCheck } from '../../ui/notices/proof-check.tsx';
import styles from './page.module.css';

/** Holds the proof of work after the server has asked for one. */
export const PROOF_FIELD = 'proof';

/** The address, and why it was refused. */
export function FindForm({ refused }: { refused: Refused | undefined }) {
  const { t } = useLingui();
  const { refusal, typed } = refused ?? {};
  const { form, errors } = useRefusal(refusal, 'email');
  const isBusy = useNavigation().formMethod === 'POST';
  return (
    <Form method="post" noValidate ref={form} className={styles.form}>
      <Check
        key={refusal?.challenge}
        refusal={refusal}
        form={form}
        isSaidByField={errors['email'] !== undefined}
      />
      <TextInput
        label={t`Email`}
        name="email"
        type="email"
        autoComplete="email"
        limit={LIMITS.email}
        defaultValue={typed?.['email']}
        error={errors['email']}
      />
      <Button type="submit" variant="primary" size="xl" block loading={isBusy}>
        <Trans>Send me the links</Trans>
      </Button>
    </Form>
  );
}

type CheckProps = {
  refusal: Refusal | undefined;
  form: RefObject<HTMLFormElement | null>;
  /** The field shows the error itself. */
  isSaidByField: boolean;
};

/** Why the form was refused, or the proof of work. After the proof the form sends itself again. */
function Check({ refusal, form, isSaidByField }: CheckProps) {
  const { i18n } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  const { cancel, problem } = useProof(refusal?.challenge ?? null, (proof) => {
    if (field.current) field.current.value = proof;
    form.current?.requestSubmit();
  });
  const isHydrated = useHydrated();
  const isOver = problem !== null || !isHydrated || refusal?.challenge === undefined;
  return (
    <>
      <input ref={field} type="hidden" name={PROOF_FIELD} />
      {cancel && (
        <ProofCheck onCancel={cancel}>
          <Trans>Many people ask for their tickets. Checking your browser, this takes a few seconds.</Trans>
        </ProofCheck>
      )}
      {refusal && isOver && !isSaidByField && (
        <Note tone="error" announce>
          {errorCodeMessage(i18n, problem ?? refusal.code)}
        </Note>
      )}
    </>
  );
}
