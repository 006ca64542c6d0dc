import { useEffect, useEffectEvent } from 'react';
import { createKeyBurst, IN_A_FIELD } from './key-burst.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Reads the codes of a hardware scanner that acts as a keyboard, wherever the focus is. A code that went into a field is
 * taken out of it again.
 */
export function useKeyScanner(active: boolean, onCode: (code: string) => void): void {
  const found = useEffectEvent(onCode);
  useEffect(() => {
    if (!active) return;
    const read = createKeyBurst();
    const readField = createKeyBurst(IN_A_FIELD);
    let before = '';
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
      const field = fieldOf(event.target);
      const step = (field ? readField : read)(event.key, event.timeStamp);
      if (field) {
        if (step.kind === 'typing' && step.length === 1) before = field.value;
        if (step.kind === 'code') write(field, before);
      }
      // The Enter or a space of a code must not press the focused button or send a form.
      if (step.kind === 'code' || (!field && step.kind === 'typing' && step.length > 1))
        event.preventDefault();
      if (step.kind !== 'code') return;
      event.stopPropagation();
      found(step.code);
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [active]);
}

function fieldOf(target: EventTarget | null): Field | undefined {
  const isTyped =
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !['radio', 'checkbox', 'button', 'submit'].includes(target.type));
  return isTyped ? target : undefined;
}

/** React notices a value only if it is set behind its back and announced. */
function write(field: Field, value: string): void {
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
