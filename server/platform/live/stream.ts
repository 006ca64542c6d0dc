import { Readable } from 'node:stream';
import type { LiveEvent } from '@entrada/contract/insight/live';
import { type Cursor, writeCursor } from './cursor.ts';

/** What may wait for a browser that reads slowly. Then its stream ends, and it comes back by its last id. */
const MOST_WAITING = 64 * 1024;
/** How long the last event may take to be read. */
const END_MS = 2_000;

type Sent = [event: LiveEvent, cursor: Cursor, data?: unknown];

export type EventStream = {
  body: Readable;
  /** Sends an event. Until `begin`, it is kept. Ends the stream of a reader that is too slow. */
  send: (...event: Sent) => void;
  /** Forgets what was kept until now. */
  forget: () => void;
  /** Sends these events, then what was kept. */
  begin: (...first: Sent[]) => void;
  end: () => void;
};

const toText = ([event, cursor, data = {}]: Sent) =>
  `id: ${writeCursor(cursor)}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** One stream of server-sent events. `onClose` is called once, whoever ends it. */
export function createStream(onClose: () => void): EventStream {
  const body = new Readable({ read: () => undefined });
  let kept: Sent[] | null = [];
  let isOver = false;
  body.once('close', () => {
    isOver = true;
    onClose();
  });
  // Without a listener, a reader that leaves in the middle would end the process.
  body.on('error', () => undefined);
  const write = (sent: Sent) => {
    if (!isOver) body.push(toText(sent));
  };
  const begin = (...first: Sent[]) => {
    const waiting = [...first, ...(kept ?? [])];
    kept = null;
    // Nobody reads yet, so much of it is no sign of a slow reader.
    for (const sent of waiting) write(sent);
  };
  return {
    body,
    send: (...sent) => {
      if (kept) return void kept.push(sent);
      write(sent);
      if (body.readableLength > MOST_WAITING) body.destroy();
    },
    forget: () => {
      if (kept) kept = [];
    },
    begin,
    end: () => {
      if (isOver) return;
      begin();
      isOver = true;
      body.push(null);
      // Nobody may be reading.
      setTimeout(() => body.destroy(), END_MS).unref();
    },
  };
}
