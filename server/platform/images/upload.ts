import { IMAGE } from '@entrada/contract/constants';
import type { FieldError } from '@entrada/contract/errors';
import { type ImageChange, type ImageType, imageChange } from '@entrada/contract/images';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorCodeOf } from '../../db/errors.ts';
import { AppError, fail, failFields } from '../errors.ts';
import { parseGiven } from '../http/parse.ts';

/**
 * Lets the routes of this scope read pictures. Its hooks run for each request of the scope, so no other route belongs
 * there.
 */
export function takeUploads(scope: FastifyInstance): void {
  void scope.register(multipart, {
    limits: { fileSize: IMAGE.maxBytes, files: 1, fields: 5, fieldSize: 1000 },
  });
}

export type Upload = { content: Buffer; edit: ImageChange };

/**
 * Reads the picture of a multipart upload with the fields `image`, `type` and optionally `edit`, in any
 * order. Throws UNSUPPORTED_MEDIA_TYPE, IMAGE_TOO_LARGE, MALFORMED_REQUEST for an incomplete body or one
 * without boundary, or VALIDATION_FAILED for a missing or unknown field.
 */
export async function readUpload(request: FastifyRequest, type: ImageType): Promise<Upload> {
  if (!request.isMultipart()) throw fail('UNSUPPORTED_MEDIA_TYPE');
  try {
    return await readParts(request, type);
  } catch (error) {
    // Errors of the parser carry no code. They are always about the body.
    throw error instanceof AppError || isLimit(error) ? error : fail('MALFORMED_REQUEST', { cause: error });
  }
}

async function readParts(request: FastifyRequest, wanted: ImageType): Promise<Upload> {
  let image: Buffer | null = null;
  const fields: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for await (const part of request.parts({ limits: { fileSize: IMAGE.maxBytes } })) {
    if (part.type === 'file') {
      const content = await part.toBuffer().catch((error: unknown) => {
        throw isTooLarge(error) ? fail('IMAGE_TOO_LARGE', { cause: error }) : error;
      });
      if (part.fieldname === 'image') image = content;
      else errors.push({ path: part.fieldname, code: 'unknown_field' });
    } else if (part.fieldname === 'type' || part.fieldname === 'edit') fields[part.fieldname] = part.value;
    else errors.push({ path: part.fieldname, code: 'unknown_field' });
  }
  const { type } = fields;
  if (type !== wanted) {
    const code = type === undefined ? 'required' : 'invalid_choice';
    errors.push({ path: 'type', code, allowed: [wanted] });
  }
  const edit = readEdit(fields['edit']);
  if ('errors' in edit) errors.push(...edit.errors);
  if (image === null || image.length === 0) errors.push({ path: 'image', code: 'required' });
  if (errors.length > 0 || !image || 'errors' in edit) throw failFields(errors);
  return { content: image, edit: edit.value };
}

function readEdit(text: unknown): { value: ImageChange } | { errors: FieldError[] } {
  if (text === undefined) return { value: {} };
  let given: unknown;
  try {
    given = JSON.parse(String(text));
  } catch {
    return { errors: [{ path: 'edit', code: 'invalid_format' }] };
  }
  try {
    return { value: parseGiven(imageChange, given) };
  } catch (error) {
    if (!(error instanceof AppError) || !error.errors) throw error;
    const path = (inner: string) => ['edit', inner].filter(Boolean).join('.');
    return { errors: error.errors.map((one) => ({ ...one, path: path(one.path) })) };
  }
}

const isLimit = (error: unknown) => errorCodeOf(error).startsWith('FST_');

const isTooLarge = (error: unknown) => errorCodeOf(error) === 'FST_REQ_FILE_TOO_LARGE';
