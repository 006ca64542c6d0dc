import { type RefObject, useEffect, useRef } from 'react';
import { useAskToDiscard } from '../form/use-leave-guard.ts';
import { useOwnEscape } from './cover.ts';

type InlineForm = { isOn?: boolean; isDirty: boolean; isPending: boolean; close: () => void };

/**
 * A form that stands in a drawer among other things. Returns how it is left: it asks first if something was typed, and
 * stays while it saves. Escape leaves it likewise, and not the drawer around it.
 */
export function useInlineForm({ isOn = true, isDirty, isPending, close }: InlineForm): () => void {
  const askToDiscard = useAskToDiscard();
  const leave = () => {
    if (isPending) return;
    if (isDirty) askToDiscard({ discard: close });
    else close();
  };
  useOwnEscape(isOn, leave);
  return leave;
}

/**
 * For what opens an inline form: when the form has closed, the button gets the focus. The element may be the button or
 * hold it.
 */
export function useFocusBack<E extends HTMLElement>(isOpen: boolean): RefObject<E | null> {
  const place = useRef<E>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    const { current } = place;
    if (!isOpen && wasOpen.current) {
      const button = current?.matches('button') ? current : current?.querySelector('button');
      button?.focus();
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
  return place;
}
