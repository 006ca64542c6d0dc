/** The other tabs of this phone at the same door. */
export type Tabs = { tell: () => void; close: () => void };

/** `onChange`: another tab scanned, sent what waited, or learned something. The disk says what. */
export function openTabs(listShortId: string, onChange: () => void): Tabs {
  if (!('BroadcastChannel' in globalThis)) return { tell: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(`entrada.door.changes.${listShortId}`);
  channel.onmessage = () => onChange();
  let isOpen = true;
  return {
    tell: () => {
      if (isOpen) channel.postMessage(null);
    },
    close: () => {
      isOpen = false;
      channel.close();
    },
  };
}
