import type { BackgroundType, PageColors } from '@entrada/contract/catalog/designs';

/** The unsaved values of the designer. */
export type PreviewDesign = {
  colors: PageColors | null;
  background: BackgroundType;
  continueButtonText: string;
};

/**
 * Messages from the designer to its preview: a design, and the question whether the preview listens. All stay on
 * this origin.
 */
const DESIGN = 'entrada:design';
const ASK = 'entrada:design-ask';
/** The preview's answer that it listens. */
const READY = 'entrada:design-ready';

/** The page in the frame of an event's designer. */
export const previewPath = (eventId: number) => `/manage/event/${eventId}/homepage-designer/preview`;

/** Shows a design in the frame of the preview. */
export function sendDesign(frame: HTMLIFrameElement | null, design: PreviewDesign): void {
  frame?.contentWindow?.postMessage({ type: DESIGN, design }, location.origin);
}

/** Calls back each time the preview in the frame starts to listen. Answers a function that stops it. */
export function onPreviewReady(frame: () => HTMLIFrameElement | null, then: () => void): () => void {
  const listen = (message: MessageEvent) => {
    const isOurs = message.origin === location.origin && message.source === frame()?.contentWindow;
    if (isOurs && message.data?.type === READY) then();
  };
  window.addEventListener('message', listen);
  // The preview may have started first, so it is asked.
  frame()?.contentWindow?.postMessage({ type: ASK }, location.origin);
  return () => window.removeEventListener('message', listen);
}

/** In the preview: calls back with every design from now on. Answers a function that stops it. */
export function followDesign(then: (design: PreviewDesign) => void): () => void {
  const listen = (message: MessageEvent) => {
    if (message.origin !== location.origin || message.source !== window.parent) return;
    if (message.data?.type === DESIGN) then(message.data.design as PreviewDesign);
    if (message.data?.type === ASK) sayReady();
  };
  const sayReady = () => window.parent.postMessage({ type: READY }, location.origin);
  window.addEventListener('message', listen);
  if (window.parent !== window) sayReady();
  return () => window.removeEventListener('message', listen);
}
