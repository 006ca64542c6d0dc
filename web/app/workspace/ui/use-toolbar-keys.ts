import { type KeyboardEvent, useEffect, useRef } from 'react';

const CONTROLS = 'button:not(:disabled)';

/**
 * One stop for Tab over a whole toolbar, and arrows, Home and End within it. `dependency` changes whenever a control may
 * have been switched off or on.
 */
export function useToolbarKeys(dependency: unknown) {
  const ref = useRef<HTMLDivElement>(null);
  const current = useRef<HTMLButtonElement | null>(null);
  const controls = () => [...(ref.current?.querySelectorAll<HTMLButtonElement>(CONTROLS) ?? [])];
  const mark = (chosen: HTMLButtonElement | undefined) => {
    current.current = chosen ?? null;
    for (const one of ref.current?.querySelectorAll('button') ?? []) one.tabIndex = one === chosen ? 0 : -1;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it reads is the page, which the dependency stands for
  useEffect(() => {
    const all = controls();
    mark(all.find((one) => one === current.current) ?? all[0]);
  }, [dependency]);
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
