import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { useLingui } from '@lingui/react';
import { useEffect, useState } from 'react';
import { keepDetails, readDetailsDraft } from './draft.ts';
import { DETAILS_FORM, type DetailsValues, readDetails, valuesOf } from './form.ts';

/**
 * The values that the form starts with: those of a refused form, those that were typed in this tab before a reload, or
 * those that the order has. `round` is new when the fields must start again. `keep` stores what the form holds.
 */
export function useTyped(order: BuyerOrder, refused: DetailsValues | null) {
  const { i18n } = useLingui();
  const [start, setStart] = useState(() => ({ values: refused ?? valuesOf(order), round: 0 }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: storage is read once, after the server's page came to life
  useEffect(() => {
    const draft = refused ? null : readDetailsDraft(order);
    const form = document.getElementById(DETAILS_FORM);
    if (!draft || !(form instanceof HTMLFormElement)) return;
    // Somebody who typed before the scripts came keeps what they typed.
    if (![...form.elements].some(isTouched)) setStart({ values: draft, round: 1 });
  }, []);
  return {
    ...start,
    keep: (form: HTMLFormElement) =>
      keepDetails(order, readDetails(order, { form: new FormData(form), locale: i18n.locale })),
  };
}

const isTouched = (field: Element) =>
  field instanceof HTMLInputElement &&
  (/^(checkbox|radio)$/.test(field.type)
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue);
