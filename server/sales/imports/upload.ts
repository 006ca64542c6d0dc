import type { FieldError } from '@entrada/contract/errors';
import {
  FILE_ENCODINGS,
  FILE_SEPARATORS,
  type FileEncoding,
  type FileSeparator,
  GUEST_FILE,
} from '@entrada/contract/sales/imports/file';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorCodeOf } from '../../db/errors.ts';
import { AppError, fail, failFields } from '../../platform/errors.ts';

/** Lets the routes of this scope read a file of guests. Its hooks run for each request of the scope. */
export function takeFiles(scope: FastifyInstance): void {
  void scope.register(multipart, {
    limits: { fileSize: GUEST_FILE.maxBytes, files: 1, fields: 2, fieldSize: 50 },
  });
}

export type Upload = {
  bytes: Buffer;
  encoding?: FileEncoding | undefined;
  separator?: FileSeparator | undefined;
};

/**
 * Reads an upload with the fields `file` and optionally `encoding` and `separator`. Throws UNSUPPORTED_MEDIA_TYPE,
 * FILE_TOO_LARGE, MALFORMED_REQUEST, VALIDATION_FAILED.
 */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw fail('UNSUPPORTED_MEDIA_TYPE');
  try {
    return await readParts(request);
  } catch (error) {
    if (errorCodeOf(error) === 'FST_REQ_FILE_TOO_LARGE') throw fail('FILE_TOO_LARGE', { cause: error });
    const isKnown = error instanceof AppError || errorCodeOf(error).startsWith('FST_');
    throw isKnown ? error : fail('MALFORMED_REQUEST', { cause: error });
  }
}

async function readParts(request: FastifyRequest): Promise<Upload> {
  let bytes: Buffer | null = null;
  const given: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for await (const part of request.parts()) {
    if (part.type === 'file' && part.fieldname === 'file') bytes = await part.toBuffer();
    else if (part.type === 'file') part.file.resume();
    if (part.type === 'field' && ['encoding', 'separator'].includes(part.fieldname))
      given[part.fieldname] = part.value;
    else if (part.fieldname !== 'file') errors.push({ path: part.fieldname, code: 'unknown_field' });
  }
  const choose = <T extends string>(path: string, allowed: readonly T[]): T | undefined => {
    const value = given[path];
    const choice = allowed.find((one) => one === value);
    if (value !== undefined && choice === undefined)
      errors.push({ path, code: 'invalid_choice', allowed: [...allowed] });
    return choice;
  };
  const encoding = choose('encoding', FILE_ENCODINGS);
  const separator = choose('separator', FILE_SEPARATORS);
  if (bytes === null) errors.push({ path: 'file', code: 'required' });
  if (errors.length > 0 || bytes === null) throw failFields(errors);
  return { bytes, encoding, separator };
}
