import { IMAGE } from '@entrada/contract/constants';
import type { FieldError } from '@entrada/contract/errors';
import type { FastifyRequest } from 'fastify';
import { AppError, fail, failFields } from '../errors.ts';

const TYPE = 'EVENT_COVER';

/**
 * The picture of a multipart upload with the fields `image` and `type`, in any order. UNSUPPORTED_MEDIA_TYPE,
 * IMAGE_TOO_LARGE, MALFORMED_REQUEST for a body cut short or without boundary, or VALIDATION_FAILED for a missing or
 * unknown field.
 */
export async function readUpload(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw fail('UNSUPPORTED_MEDIA_TYPE');
  try {
    return await readParts(request);
  } catch (error) {
    // What the parser itself throws carries no code, and it is always about the body.
    throw error instanceof AppError || isLimit(error) ? error : fail('MALFORMED_REQUEST', { cause: error });
  }
}

async function readParts(request: FastifyRequest): Promise<Buffer> {
  let image: Buffer | null = null;
  let type: unknown;
  const errors: FieldError[] = [];
  for await (const part of request.parts({ limits: { fileSize: IMAGE.maxBytes } })) {
    if (part.type === 'file') {
      const content = await part.toBuffer().catch((error: unknown) => {
        throw isTooLarge(error) ? fail('IMAGE_TOO_LARGE', { cause: error }) : error;
      });
      if (part.fieldname === 'image') image = content;
      else errors.push({ path: part.fieldname, code: 'unknown_field' });
    } else if (part.fieldname === 'type') type = part.value;
    else errors.push({ path: part.fieldname, code: 'unknown_field' });
  }
  if (type !== TYPE)
    errors.push({ path: 'type', code: type === undefined ? 'required' : 'invalid_choice', allowed: [TYPE] });
  if (errors.length === 0 && image && image.length > 0) return image;
  throw failFields(errors.length > 0 ? errors : [{ path: 'image', code: 'required' }]);
}

const isLimit = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('FST_');

const isTooLarge = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';
