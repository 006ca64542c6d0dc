import type { getPublicEvent, validatePromoCode } from '@entrada/contract/catalog/shop';
import { useCallback, useState } from 'react';
import { api } from '../../platform/api/client.ts';
import { ApiError } from '../../platform/api/error.ts';
import { isAboutPromo, type Refusal, refusalFrom } from './refusal.ts';
import { chosenLines, heldSelection, priceSelection, type Selection } from './selection.ts';
import { type PickerPage, showCodeInAddress } from './state.ts';

/**
 * The picker's calls by method and path, which is all that the browser needs. The contract would also load its
 * schemas and a validation library. A test compares these calls with the contract.
 */
export const readEvent = { method: 'GET', path: '/public/events/:eventId' } as typeof getPublicEvent;
export const checkPromo = {
  method: 'GET',
  path: '/public/events/:eventId/promo-codes/:code',
} as typeof validatePromoCode;

/** Runs one piece of work at a time. `run` answers whether this page stays open. */
export type During = (what: 'promo' | 'order', run: () => Promise<boolean>) => Promise<void>;

export const asError = (error: unknown) =>
  error instanceof ApiError ? error : new ApiError({ status: 0, code: 'INTERNAL' });

/** What a buyer chose, with its price. Every change shows at once, and no choice is ever lost. */
export function usePicker(page: PickerPage, locale: string, during: During) {
  const [event, setEvent] = useState(page.event);
  const [promo, setPromo] = useState(page.promo);
  const [selection, setSelection] = useState<Selection>(page.selection);
  const [refusal, setRefusal] = useState<Refusal | null>(page.refusal);
  const { lines, problems } = chosenLines(event, selection, locale);
  const priced = priceSelection(event, lines);
  const params = { eventId: String(event.id) };

  /** Reads the event again, with the prices of a code. */
  const refresh = async (code: string) => {
    const { data } = await api(readEvent, { params, query: code ? { promo_code: code } : {} });
    setEvent(data);
    setSelection((chosen) => (Object.keys(chosen).length > 0 ? chosen : heldSelection(data, locale)));
  };

  /** Shows why nothing was held, with the current figures. A code that was refused goes back into its field. */
  const refuse = async (error: ApiError) => {
    const code = event.promo?.code ?? '';
    if (error.status > 0) await refresh(code).catch(() => undefined);
    if (isAboutPromo(error)) setPromo({ typed: promo.typed || code, problem: error.code });
    setRefusal(refusalFrom(error));
  };

  // The same function each time, so that only the row that it changes is drawn again.
  const change = useCallback((priceId: number, value: string) => {
    setSelection((current) => ({ ...current, [priceId]: value }));
    setRefusal(null);
  }, []);

  /** Applies a code. An empty code removes the applied one. A refused code stays in the field. */
  const applyPromo = (code: string) =>
    during('promo', async () => {
      try {
        const problem = code ? (await api(checkPromo, { params: { ...params, code } })).data.refusal : null;
        setPromo({ typed: code, problem });
        if (!problem) {
          // It may have been about the code that is mended now.
          setRefusal(null);
          await refresh(code);
          showCodeInAddress(code);
        }
      } catch (error) {
        setPromo({ typed: code, problem: asError(error).code });
      }
      return true;
    });

  return {
    event,
    promo,
    selection,
    refusal,
    setRefusal,
    problems,
    lines,
    priced,
    refresh,
    refuse,
    change,
    applyPromo,
  };
}
