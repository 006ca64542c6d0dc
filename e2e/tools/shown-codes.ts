import type { Page } from '@playwright/test';
import QRCode from 'qrcode';

type Camera = {
  /** A picture of black and white squares; null for an empty one. */
  show: (modules: boolean[][] | null) => void;
  /** From now on the browser answers so to a page that asks for the camera. */
  refuse: (error: 'NotAllowedError' | 'NotFoundError' | 'NotReadableError' | null) => void;
};
type CameraWindow = { fakeCamera: Camera };

/** Gives a page a camera that sees what `showCode` draws. Call it before the page opens. */
export async function giveCamera(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const side = 480;
    const canvas = document.createElement('canvas');
    canvas.width = 640;
    canvas.height = side;
    let shown: boolean[][] | null = null;
    let refusal: string | null = null;
    const draw = () => {
      const pen = canvas.getContext('2d');
      if (!pen) return;
      pen.fillStyle = 'white';
      pen.fillRect(0, 0, canvas.width, side);
      pen.fillStyle = 'black';
      const scale = shown ? Math.floor(400 / (shown.length + 8)) : 0;
      const edge = (shown?.length ?? 0) * scale;
      for (const [y, row] of (shown ?? []).entries())
        for (const [x, isBlack] of row.entries())
          if (isBlack)
            pen.fillRect((640 - edge) / 2 + x * scale, (side - edge) / 2 + y * scale, scale, scale);
    };
    // A stream of a canvas has a new picture only when something was drawn.
    setInterval(draw, 50);
    draw();
    navigator.mediaDevices.getUserMedia = async () => {
      if (refusal !== null) throw new DOMException('the camera of the journey', refusal);
      return canvas.captureStream(20);
    };
    (window as unknown as CameraWindow).fakeCamera = {
      show: (modules) => {
        shown = modules;
        draw();
      },
      refuse: (error) => {
        refusal = error;
      },
    };
  });
}

/** Holds a code before the camera; null takes it away. */
export async function showCode(page: Page, text: string | null): Promise<void> {
  let modules: boolean[][] | null = null;
  if (text !== null) {
    const { modules: code } = QRCode.create(text, { errorCorrectionLevel: 'M' });
    const places = Array.from({ length: code.size }, (_, at) => at);
    modules = places.map((y) => places.map((x) => Boolean(code.get(y, x))));
  }
  await page.evaluate((given) => (window as unknown as CameraWindow).fakeCamera.show(given), modules);
}

/** The browser refuses the camera, or has none. Null gives it back. */
export const refuseCamera = (page: Page, error: Parameters<Camera['refuse']>[0]): Promise<void> =>
  page.evaluate((given) => (window as unknown as CameraWindow).fakeCamera.refuse(given), error);
