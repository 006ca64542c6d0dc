import type { Counts } from '../../use-door.ts';

/** The other tabs of this phone at the same door. */
export type Tabs = { tell: (counts: Counts) => void; close: () => void };

/** `onChange`: another tab scanned, sent what waited, or learned something; its counts. */
export function openTabs(listShortId: string, onChange: (counts: Counts) => void): Tabs {
  if (!('BroadcastChannel' in globalThis)) return { tell: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(`entrada.door.${listShortId}`);
  channel.onmessage = ({ data }: MessageEvent<Counts>) => onChange(data);
  let isOpen = true;
  return {
    tell: ({ attendees, checkedIn }) => {
      if (isOpen) channel.postMessage({ attendees, checkedIn });
    },
    close: () => {
      isOpen = false;
      channel.close();
    },
  };
}
