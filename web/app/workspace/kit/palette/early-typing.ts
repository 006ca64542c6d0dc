/**
 * Keeps what somebody types while the palette opens, until its field has the focus: people press its shortcut and type
 * on, and its script may still load. Otherwise letters were lost or taken for shortcuts of the page. Answers how to end it.
 */
export function keepEarlyTyping(change: (edit: (text: string) => string) => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.target instanceof Element && event.target.closest('[role="dialog"] [data-palette]')) return;
    if (event.key.length === 1) change((text) => text + event.key);
    else if (event.key === 'Backspace') change((text) => text.slice(0, -1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('keydown', onKey, { capture: true });
  return () => document.removeEventListener('keydown', onKey, { capture: true });
}
