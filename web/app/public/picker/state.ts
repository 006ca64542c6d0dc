import type { ApiErrorCode } from '../../platform/api/error.ts';
import type { Refusal } from './refusal.ts';
import { PROMO_FIELD, type SaleEvent, type Selection } from './selection.ts';

/** What stands after a refused attempt: why, and everything that was chosen. */
export type EventActionData = { refusal: Refusal; selection: Selection | null };

/** What was typed as a promo code, and why it was not accepted. */
export type PromoState = { typed: string; problem: ApiErrorCode | null };

/** Where a picker in a frame sends its order: to the event page, in the whole window or a new one. */
export type PickerFrame = {
  action: string;
  target: '_top' | '_blank';
  /** What goes along with every order. */
  fields: Record<string, string>;
};

/** What the page hands to the picker, on the server and, as JSON, to the script that brings it to life. */
export type PickerPage = {
  event: SaleEvent;
  promo: PromoState;
  selection: Selection;
  formKey: string;
  refusal: Refusal | null;
  /** Only within a frame. */
  frame?: PickerFrame;
};

/** Keeps the promo code in the address, so that reloading and sharing keep the prices. Browser only. */
export function showCodeInAddress(code: string): void {
  const url = new URL(location.href);
  if (code) url.searchParams.set(PROMO_FIELD, code);
  else url.searchParams.delete(PROMO_FIELD);
  history.replaceState(history.state, '', url);
}
