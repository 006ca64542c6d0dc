import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Answers with a body that stays open for hours, as a stream of events. What Fastify keeps for a body that it sends itself
 * (five watchers of its end, the promise of its handler) would stay as long, so the body is written by hand, with few
 * listeners. The headers of the reply are sent at once. If either side leaves, so does the other.
 */
export function sendOpenEnded(reply: FastifyReply, body: Readable): void {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
  release(reply);
  const goOn = () => void body.resume();
  body.on('data', (part: Buffer) => {
    if (raw.write(part)) return;
    body.pause();
    raw.once('drain', goOn);
  });
  body.once('end', () => raw.end());
  body.once('close', () => {
    // Not ended, but given up.
    if (!raw.writableEnded) raw.destroy();
  });
  raw.once('close', () => body.destroy());
  raw.on('error', () => body.destroy());
}

/** Lets go of the request and of what its browser said, which nobody asks for any more. */
function release({ raw, request }: FastifyReply): void {
  // Who listens to both waits for the end of the answer, with the whole request in hand.
  const waiting = new Set(raw.listeners('error'));
  for (const one of raw.listeners('finish') as (() => void)[])
    if (waiting.has(one)) raw.off('finish', one).off('error', one);
  request.raw.headers = {};
  request.raw.rawHeaders = [];
}
