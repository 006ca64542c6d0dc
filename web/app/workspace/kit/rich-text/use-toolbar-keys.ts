import { type KeyboardEvent, useEffect, useRef } from 'react';

const CONTROLS = 'button:not(:disabled)';

/**
 * Makes a toolbar a single stop for Tab, even if some of its controls are disabled. The arrow keys, Home and End move
 * within it.
 */
export function useToolbarKeys(isDisabled: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const current = useRef<HTMLButtonElement | null>(null);
  const controls = () => [...(ref.current?.querySelectorAll<HTMLButtonElement>(CONTROLS) ?? [])];
  const mark = (chosen: HTMLButtonElement | undefined) => {
    current.current = chosen ?? null;
    for (const one of ref.current?.querySelectorAll('button') ?? []) one.tabIndex = one === chosen ? 0 : -1;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it reads is the page, which may be disabled as a whole
  useEffect(() => {
    if (!ref.current) return;
    const keepOne = () => {
      const all = controls();
      mark(all.find((one) => one === current.current) ?? all[0]);
    };
    keepOne();
    // The editor's own state enables and disables the controls without rendering the toolbar again.
    const observer = new MutationObserver(keepOne);
    observer.observe(ref.current, { subtree: true, attributeFilter: ['disabled'] });
    return () => observer.disconnect();
  }, [isDisabled]);
  const onKeyDown = (event: KeyboardEvent) => {
    const all = controls();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    if (at < 0) return;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = all[(to + all.length) % all.length];
    mark(next);
    next?.focus();
  };
  return { ref, onKeyDown };
}
