import { connect } from 'node:net';

export type Reply = { status: number; head: string; body: Buffer };
export type Connection = {
  /**
   * Sends one whole request and waits for its reply. Only one request at a time. Rejects when the connection is
   * lost.
   */
  send: (request: string | Buffer) => Promise<Reply>;
  close: () => void;
};

const EMPTY = Buffer.alloc(0);

/**
 * One kept-alive HTTP/1.1 connection on a bare socket. It costs the machine about a third of node:http, and the
 * generator shares its cores with the measured server. It understands only our server's replies: with a
 * content-length, or without a body.
 */
export function openConnection(port: number): Promise<Connection> {
  return new Promise((opened, refused) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let waiting: { done: (reply: Reply) => void; failed: (error: Error) => void } | null = null;
    let received: Buffer = EMPTY;
    let reply: { status: number; head: string; start: number; end: number } | null = null;

    const lose = (error: Error) => {
      const one = waiting;
      waiting = null;
      one?.failed(error);
    };
    const take = () => {
      if (!reply) {
        const end = received.indexOf('\r\n\r\n');
        if (end < 0) return;
        const head = received.toString('latin1', 0, end);
        const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
        reply = { status: Number(head.slice(9, 12)), head, start: end + 4, end: end + 4 + length };
      }
      if (received.length < reply.end) return;
      const { status, head, start, end } = reply;
      const body = received.subarray(start, end);
      received = received.length === end ? EMPTY : received.subarray(end);
      reply = null;
      const one = waiting;
      waiting = null;
      one?.done({ status, head, body });
    };

    socket.once('connect', () => {
      socket.removeListener('error', refused);
      opened({
        send: (request) =>
          new Promise((done, failed) => {
            if (socket.destroyed) return failed(new Error('The connection is closed'));
            waiting = { done, failed };
            socket.write(request);
          }),
        close: () => socket.destroy(),
      });
    });
    socket.once('error', refused);
    socket.on('error', lose);
    socket.on('close', () => lose(new Error('The connection was closed')));
    socket.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      take();
    });
  });
}

/** The text of a request. Header lines end without a line break. */
export function requestText(method: string, path: string, headers: readonly string[], body = ''): string {
  const length =
    body === '' ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
  const lines = headers.length > 0 ? `${headers.join('\r\n')}\r\n` : '';
  return `${method} ${path} HTTP/1.1\r\nhost: bench\r\n${lines}${length}\r\n${body}`;
}
