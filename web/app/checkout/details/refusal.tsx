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

/** Why the form was refused as a whole; null if it was not. */
type Refused = { code: ApiErrorCode; challenge?: string | null } | null;

/** Why the form was refused, at the top of a page that was loaded anew without scripts. */
export function RefusalWithoutScripts({ refusal }: { refusal: Refused }) {
  return <noscript>{refusal && <Reason code={refusal.code} />}</noscript>;
}

function Reason({ code }: { code: ApiErrorCode }) {
  const { i18n } = useLingui();
  return (
    <div className={styles.note}>
      <Note tone="error" announce>
        {errorCodeMessage(i18n, code)}
      </Note>
    </div>
  );
}

/**
 * Why the form was refused, or the proof of work, beside the button that sent it. After the proof the form sends itself
 * again.
 */
export function Refusal({ refusal, form }: { refusal: Refused; form: RefObject<HTMLFormElement | null> }) {
  const field = useRef<HTMLInputElement>(null);
  const challenge = refusal?.challenge ?? null;
  const { cancel, problem } = useProof(challenge, (proof) => {
    if (field.current) field.current.value = proof;
    form.current?.requestSubmit();
  });
  const isHydrated = useHydrated();
  const code = problem ?? (challenge === null ? refusal?.code : null);
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
      {code && isHydrated && <Reason code={code} />}
    </>
  );
}
