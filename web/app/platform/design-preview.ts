import type { BackgroundType, PageColors } from '@entrada/contract/catalog/designs';

/** What the designer shows before it is saved. */
export type PreviewDesign = {
  colors: PageColors | null;
  background: BackgroundType;
  continueButtonText: string;
};

/** From the designer to its preview: a design, and the question whether it listens. All stay on this origin. */
const DESIGN = 'entrada:design';
const ASK = 'entrada:design-ask';
/** The preview's word that it listens. */
const READY = 'entrada:design-ready';

/** The page in the frame of an event's designer. */
export const previewPath = (eventId: number) => `/manage/event/${eventId}/homepage-designer/preview`;

/** Shows a design in the frame of the preview. */
export function sendDesign(frame: HTMLIFrameElement | null, design: PreviewDesign): void {
  frame?.contentWindow?.postMessage({ type: DESIGN, design }, location.origin);
}

/** Calls back whenever the preview in the frame begins to listen. Answers how to stop. */
export function onPreviewReady(frame: () => HTMLIFrameElement | null, then: () => void): () => void {
  const listen = (message: MessageEvent) => {
    const isOurs = message.origin === location.origin && message.source === frame()?.contentWindow;
    if (isOurs && message.data?.type === READY) then();
  };
  window.addEventListener('message', listen);
  // The preview may have come to life first.
  frame()?.contentWindow?.postMessage({ type: ASK }, location.origin);
  return () => window.removeEventListener('message', listen);
}

/** In the preview: calls back with every design, beginning now. Answers how to stop. */
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
