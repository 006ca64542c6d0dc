import type { getPublicEvent, validatePromoCode } from '@entrada/contract/catalog/shop';
import type { reserveOrder } from '@entrada/contract/sales/checkout';
import { useRef, useState } from 'react';
import { api, newIdempotencyKey } from '../../platform/api/client.ts';
import { ApiError } from '../../platform/api/error.ts';
import { type CancelCheck, withProof } from '../../platform/proof/with-proof.ts';
import { leaveFrame } from '../event/widget-frame.ts';
import { type Refusal, refusalFrom } from './refusal.ts';
import {
  type Chosen,
  chosenLines,
  fieldName,
  orderItems,
  PROMO_FIELD,
  priceSelection,
  type Selection,
} from './selection.ts';
import { type PickerFrame, type PickerPage, showCodeInAddress } from './state.ts';

/**
 * The picker's calls by method and path, which is all that the browser needs. The contract would also load its
 * schemas and a validation library. A test compares these calls with the contract.
 */
export const readEvent = { method: 'GET', path: '/public/events/:eventId' } as typeof getPublicEvent;
export const checkPromo = {
  method: 'GET',
  path: '/public/events/:eventId/promo-codes/:code',
} as typeof validatePromoCode;
export const reserve = { method: 'POST', path: '/public/events/:eventId/orders' } as typeof reserveOrder;

type Work = 'promo' | 'order' | null;

const asError = (error: unknown) =>
  error instanceof ApiError ? error : new ApiError({ status: 0, code: 'INTERNAL' });

/** The state of the picker in a browser with scripts. Every change shows at once, and no choice is ever lost. */
export function usePicker(page: PickerPage, locale: string) {
  const [event, setEvent] = useState(page.event);
  const [promo, setPromo] = useState(page.promo);
  const [selection, setSelection] = useState<Selection>(page.selection);
  const [refusal, setRefusal] = useState<Refusal | null>(page.refusal);
  const [work, setWork] = useState<Work>(null);
  const [cancelCheck, setCancelCheck] = useState<CancelCheck>(null);
  const isBusy = useRef(false);
  const { lines, problems } = chosenLines(event, selection, locale);
  const priced = priceSelection(event, lines);
  const params = { eventId: String(event.id) };

  const during = async (what: Work, run: () => Promise<boolean>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setWork(what);
    const stays = await run();
    if (!stays) return;
    isBusy.current = false;
    setWork(null);
  };

  const refresh = async (code: string) => {
    const { data } = await api(readEvent, { params, query: code ? { promo_code: code } : {} });
    setEvent(data);
  };

  const change = (priceId: number, value: string) => {
    setSelection((current) => ({ ...current, [priceId]: value }));
    setRefusal(null);
  };

  /** Applies a code. An empty code removes the applied one. A refused code stays in the field. */
  const applyPromo = (code: string) =>
    during('promo', async () => {
      try {
        const isValid = code === '' || (await api(checkPromo, { params: { ...params, code } })).data.valid;
        setPromo({ typed: code, problem: isValid ? null : 'PROMO_CODE_INVALID' });
        if (isValid) {
          await refresh(code);
          showCodeInAddress(code);
        }
      } catch (error) {
        setPromo({ typed: code, problem: asError(error).code });
      }
      return true;
    });

  /** In a frame: goes to the event page in a window that keeps cookies. Answers whether this page stays open. */
  const leave = (frame: PickerFrame, chosen: Chosen[]): boolean => {
    const code = event.promo?.code;
    leaveFrame(frame, {
      ...Object.fromEntries(chosen.map(({ price }) => [fieldName(price.id), selection[price.id] ?? ''])),
      ...(code && { [PROMO_FIELD]: code }),
      expectedTotal: String(priced.total),
      // The page stays open beside a new window, and its next order is a different one.
      key: frame.target === '_blank' ? newIdempotencyKey() : page.formKey,
    });
    return frame.target === '_blank';
  };

  const order = async (chosen: Chosen[]) => {
    const code = event.promo?.code;
    const body = { items: orderItems(chosen), expectedTotal: priced.total, ...(code && { promoCode: code }) };
    const call = { params, body: { ...body, locale: locale as 'en' } };
    const idempotencyKey = newIdempotencyKey();
    const { data } = await withProof(
      (headers) => api(reserve, call, { idempotencyKey, headers }),
      (cancel) => setCancelCheck(() => cancel),
    );
    location.assign(`/checkout/${event.id}/${data.shortId}/details`);
  };

  /** Holds the chosen tickets and goes to the details. A refusal is shown at its line, with the current figures. */
  const send = () =>
    during('order', async () => {
      const [wrong] = Object.entries(problems);
      if (wrong) setRefusal({ code: wrong[1], priceId: Number(wrong[0]), figures: {} });
      else if (lines.length === 0) setRefusal({ code: 'NOTHING_SELECTED', priceId: null, figures: {} });
      else {
        setRefusal(null);
        if (page.frame) return leave(page.frame, lines);
        try {
          await order(lines);
          return false;
        } catch (error) {
          setRefusal(refusalFrom(asError(error)));
          if (asError(error).status > 0) await refresh(event.promo?.code ?? '').catch(() => undefined);
        }
      }
      return true;
    });

  /** Ends the busy state when the browser restores the page from its memory. */
  const wake = () => {
    isBusy.current = false;
    setWork(null);
  };

  return {
    event,
    promo,
    selection,
    refusal,
    problems,
    lines,
    priced,
    work,
    cancelCheck,
    change,
    applyPromo,
    send,
    wake,
  };
}
