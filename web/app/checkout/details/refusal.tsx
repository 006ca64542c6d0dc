import { Trans, useLingui } from '@lingui/react/macro';
import { type RefObject, useRef } from 'react';
import type { ApiErrorCode } from '../../platform/api/error.ts';
import { errorCodeMessage } from '../../platform/api/error-messages.ts';
import { useProof } from '../../platform/proof/use-proof.ts';
import { useHydrated } from '../../platform/use-hydrated.ts';
import { Note } from '../../ui/notices/note.tsx';
import { ProofCheck } from '../../ui/notices/proof-check.tsx';
import styles from './page.module.css';

/** Holds the proof of work after the server has asked for one. */
export const PROOF_FIELD = 'proof';

type RefusalProps = {
  /** Why the form was refused as a whole; null if it was not. */
  refusal: { code: ApiErrorCode; challenge?: string | null } | null;
  form: RefObject<HTMLFormElement | null>;
};

/** Why the form was refused, or the proof of work. After the proof the form sends itself again. */
export function Refusal({ refusal, form }: RefusalProps) {
  const { i18n } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  const challenge = refusal?.challenge ?? null;
  const { cancel, problem } = useProof(challenge, (proof) => {
    if (field.current) field.current.value = proof;
    form.current?.requestSubmit();
  });
  const isHydrated = useHydrated();
  const code = problem ?? (challenge !== null && isHydrated ? null : refusal?.code);
  return (
    <>
      <input ref={field} type="hidden" name={PROOF_FIELD} />
      {cancel && (
        <div className={styles.note}>
          <ProofCheck onCancel={cancel}>
            <Trans>
              Many people on your network are buying. Checking your browser, this takes a few seconds.
            </Trans>
          </ProofCheck>
        </div>
      )}
      {code && (
        <div className={styles.note}>
          <Note tone="error" announce>
            {errorCodeMessage(i18n, code)}
          </Note>
        </div>
      )}
    </>
  );
}
