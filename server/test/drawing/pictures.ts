import type { EditableImage } from '@entrada/contract/images';
import sharp from 'sharp';
import type { buildTestApp } from '../app.ts';

type TestApp = Awaited<ReturnType<typeof buildTestApp>>;
type Actor = { token?: string };

/** A picture of one colour. */
export const paint = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 60, b: 20 } } });

export type Part = { name: string; value: string | Buffer; filename?: string };

/**
 * Uploads to an event by its id, or to any address. The default actor is the owner. Every call has its own
 * address, so that tests do not share the upload limit.
 */
export function uploader(app: TestApp, owner: Actor) {
  return async (owned: number | string, parts: Part[], actor: Actor = owner) => {
    const path = typeof owned === 'number' ? `/api/events/${owned}/images` : owned;
    const boundary = 'entradaboundary';
    const chunks = parts.flatMap(({ name, value, filename }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename ? `; filename="${filename}"\r\nContent-Type: image/png` : ''}\r\n\r\n`,
      ),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]);
    const reply = await app.as(actor).send({
      method: 'POST',
      url: path,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    });
    const body = JSON.parse(reply.body) as {
      data: EditableImage;
      code: string;
      params: object;
      errors: unknown;
    };
    return { status: reply.statusCode, ...body };
  };
}

/** The form that uploads a cover. */
export const cover = (content: Buffer, filename = 'cover.png'): Part[] => [
  { name: 'type', value: 'EVENT_COVER' },
  { name: 'image', value: content, filename },
];
