import type { BuyerOrder } from '@entrada/contract/sales/checkout';
import { useLingui } from '@lingui/react';
import { useEffect, useState } from 'react';
import { keepDetails, readDetailsDraft } from './draft.ts';
import { DETAILS_FORM, type DetailsValues, readDetails, valuesOf } from './form.ts';
import { typeAgain, typedIn } from './typed-before.ts';

/**
 * The values that the form starts with: those of a refused form, those that were typed in this tab before a reload, or
 * those that the order has. `round` is new when the fields must start again. `keep` stores what the form holds.
 */
export function useTyped(order: BuyerOrder, refused: DetailsValues | null) {
  const { i18n } = useLingui();
  const [start, setStart] = useState(() => ({
    values: refused ?? valuesOf(order),
    round: 0,
    goOn: () => {},
  }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: storage is read once, after the server's page came to life
  useEffect(() => {
    const draft = refused ? null : readDetailsDraft(order);
    const form = document.getElementById(DETAILS_FORM);
    if (!draft || !(form instanceof HTMLFormElement)) return;
    // Field by field: on the way back through its history a browser restores some fields and leaves others empty, and
    // somebody who typed before the scripts came keeps what they typed.
    const typed = typedIn(form);
    const at = document.activeElement?.id;
    const goOn = () => {
      typeAgain(form, typed);
      // The field that had the focus is a new one.
      if (at) document.getElementById(at)?.focus({ preventScroll: true });
    };
    setStart({ values: draft, round: 1, goOn });
  }, []);
  useEffect(() => start.goOn(), [start]);
  return {
    round: start.round,
    values: start.values,
    keep: (form: HTMLFormElement) =>
      keepDetails(order, readDetails(order, { form: new FormData(form), locale: i18n.locale })),
  };
}
