// A process that makes the pictures of one upload and ends. make.ts starts it.
import { setPriority } from 'node:os';
import type { Crop, ImageType } from '@entrada/contract/images';
import { AppError } from '../errors.ts';
import { makeOriginal, makeSizes, type Original, type Pictures } from './pictures.ts';

export type Order = { content: Buffer; type: ImageType; crop: Crop | null; withOriginal: boolean };
export type Made = Pictures & { original: Original | null };
export type Answer =
  | { made: Made }
  | { refusal: Pick<AppError, 'code' | 'params' | 'errors'> }
  | { error: string };

async function answer({ content, type, crop, withOriginal }: Order): Promise<Answer> {
  try {
    const pictures = await makeSizes(content, { type, crop });
    return { made: { ...pictures, original: withOriginal ? await makeOriginal(content) : null } };
  } catch (error) {
    if (!(error instanceof AppError))
      return { error: error instanceof Error ? String(error.stack) : String(error) };
    const { code, params, errors } = error;
    return { refusal: { code, params, errors } };
  }
}

// Requests come first on a busy core.
setPriority(10);
process.once('message', async (order: Order) => {
  process.send?.(await answer(order), () => process.disconnect?.());
});
process.once('disconnect', () => process.exit());
