import type { QrDrawing } from '../../../../platform/qr.ts';

/** The white border that scanners need, in modules. */
export const QUIET = 4;

/** The view box of a code with its border. */
export const viewBox = ({ size }: QrDrawing): string =>
  `${-QUIET} ${-QUIET} ${size + 2 * QUIET} ${size + 2 * QUIET}`;

/** A code as an SVG file, black on white. */
export function toSvg(code: QrDrawing): Blob {
  const edge = code.size + 2 * QUIET;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox(code)}" width="${edge * 10}" height="${edge * 10}" shape-rendering="crispEdges">`,
    `<rect x="${-QUIET}" y="${-QUIET}" width="${edge}" height="${edge}" fill="#fff"/>`,
    `<path d="${code.path}" fill="#000"/></svg>`,
  ];
  return new Blob([svg.join('')], { type: 'image/svg+xml' });
}

/** A code as a PNG file of at least 1024 pixels, whole pixels for each module. Null if the browser can't draw. */
export function toPng(code: QrDrawing): Promise<Blob | null> {
  const edge = code.size + 2 * QUIET;
  const scale = Math.ceil(1024 / edge);
  const canvas = document.createElement('canvas');
  canvas.width = edge * scale;
  canvas.height = edge * scale;
  const pen = canvas.getContext('2d');
  if (!pen) return Promise.resolve(null);
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.setTransform(scale, 0, 0, scale, QUIET * scale, QUIET * scale);
  pen.fillStyle = '#000';
  pen.fill(new Path2D(code.path));
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
