/** Ways in which an answer can be wrong, as a client sees them on the wire. */
export const WIRE_FAULTS = [
  'timeout',
  'half_open',
  'disconnect',
  'not_reached',
  'status_500',
  'status_429',
  'unreadable',
  'rejected',
] as const;
export type WireFault = (typeof WIRE_FAULTS)[number];

const tooLate = () => new DOMException('The operation was aborted due to timeout', 'TimeoutError');

function broken(code: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
}

function problem(status: number, code: string, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify({ code, detail: 'a fault of the test' }), { status, headers });
}

/**
 * What `fetch` returns or throws under a fault. A timeout throws immediately, but the real `fetch` would wait
 * for it.
 */
export function strike(fault: WireFault | 'unauthorized'): Response {
  switch (fault) {
    case 'timeout':
      throw tooLate();
    case 'half_open':
      return new Response(
        new ReadableStream({
          pull: (stream) => stream.error(tooLate()),
        }),
        { status: 200 },
      );
    case 'disconnect':
      throw broken('ECONNRESET');
    case 'not_reached':
      throw broken('ECONNREFUSED');
    case 'status_500':
      return problem(500, 'INTERNAL');
    case 'status_429':
      return problem(429, 'RATE_LIMITED', { 'retry-after': '1' });
    case 'unreadable':
      return new Response('<html><h1>It works</h1></html>', { status: 200 });
    case 'unauthorized':
      return problem(401, 'UNAUTHENTICATED');
    default:
      return problem(422, 'REFUSED_BY_THE_TEST');
  }
}
