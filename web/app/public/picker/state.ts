import type { ApiErrorCode } from '../../platform/api/error.ts';
import type { Refusal } from './refusal.ts';
import { PROMO_FIELD, type SaleEvent, type Selection } from './selection.ts';

/** The answer to a refused attempt: the reason, and everything that was chosen. */
export type EventActionData = { refusal: Refusal; selection: Selection | null; promo: PromoState };

/** The typed promo code, and why it was refused. */
export type PromoState = { typed: string; problem: ApiErrorCode | null };

/** Where a picker in a frame sends its order: to the event page, in the whole window or in a new one. */
export type PickerFrame = {
  action: string;
  target: '_top' | '_blank';
  /** Fields that are sent with every order. */
  fields: Record<string, string>;
};

/** The data of the picker. The server renders from it, and the script in the browser reads it as JSON. */
export type PickerPage = {
  event: SaleEvent;
  /** The plural name of the event's currency: "euros". */
  currencyName: string;
  promo: PromoState;
  selection: Selection;
  formKey: string;
  refusal: Refusal | null;
  /** The address to which a visitor returns who gives an unfinished order up. */
  path: string;
  /** Only in a frame. */
  frame?: PickerFrame;
};

/**
 * Keeps the promo code in the address, so that reloading and sharing keep the prices. An empty one stays too: without
 * it the code of an unfinished order would come back. Browser only.
 */
export function showCodeInAddress(code: string): void {
  const url = new URL(location.href);
  url.searchParams.set(PROMO_FIELD, code);
  history.replaceState(history.state, '', url);
}
