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

// Only method and path, so that the browser loads no schemas for one call.
const start = { method: 'POST', path: '/public/orders/:orderShortId/payment' } as typeof startPayment;

/**
 * Shown after many payments were started from one network. Solves the challenge of the server, starts the payment
 * and loads the page again.
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
      // After any other error the page is loaded again, and it shows the error.
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
