import { HEADERS } from '@entrada/contract/constants';
import type { startPayment } from '@entrada/contract/sales/checkout';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { api, newIdempotencyKey } from '../../platform/api/client.ts';
import { ApiError, type ApiErrorCode } from '../../platform/api/error.ts';
import { errorCodeMessage } from '../../platform/api/error-messages.ts';
import { useProof } from '../../platform/proof/use-proof.ts';
import { Note } from '../../ui/notices/note.tsx';
import { ProofCheck } from '../../ui/notices/proof-check.tsx';

// By method and path alone, so that the browser loads no schemas for one call.
const start = { method: 'POST', path: '/public/orders/:orderShortId/payment' } as typeof startPayment;

/**
 * Where many payments were begun from one network: does the work that the server asked for and begins this one, which
 * the page then goes on with as usual.
 */
export function PaymentCheck({ orderShortId, challenge }: { orderShortId: string; challenge: string }) {
  const { i18n } = useLingui();
  const { revalidate } = useRevalidator();
  const [refusal, setRefusal] = useState<ApiErrorCode | null>(null);
  const note = useRef<HTMLDivElement>(null);
  const begin = async (proof: string) => {
    const call = { params: { orderShortId } };
    const headers = { [HEADERS.proof]: proof };
    try {
      await api(start, call, { idempotencyKey: newIdempotencyKey(), headers });
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 'INTERNAL';
      // The page loads anew for everything else, and says what there is to say.
      if (code === 'OFFLINE' || code === 'NETWORK') return setRefusal(code);
    }
    await revalidate();
  };
  const { cancel, problem } = useProof(challenge, (proof) => void begin(proof));
  const failure = problem ?? refusal;
  useEffect(() => {
    if (failure) note.current?.focus();
  }, [failure]);
  return (
    <div ref={note} tabIndex={-1}>
      {cancel && (
        <ProofCheck onCancel={cancel}>
          <Trans>
            Many people on your network are buying. Checking your browser, this takes a few seconds.
          </Trans>
        </ProofCheck>
      )}
      {failure && (
        <Note
          tone="error"
          announce
          action={
            <button type="button" onClick={() => void revalidate()}>
              <Trans>Try again</Trans>
            </button>
          }
        >
          {errorCodeMessage(i18n, failure)}
        </Note>
      )}
    </div>
  );
}
