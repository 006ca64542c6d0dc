import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const zip = promisify(gzip);

/** Shorter texts are not worth it. */
const WORTH_BYTES = 1024;

/** A text as a reply, compressed beside the event loop if the caller takes that. Sets the headers. */
export async function compressed(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<string | Buffer> {
  reply.header('vary', 'accept-encoding');
  if (text.length < WORTH_BYTES || !/\bgzip\b/.test(String(request.headers['accept-encoding']))) return text;
  reply.header('content-encoding', 'gzip');
  return zip(text);
}
