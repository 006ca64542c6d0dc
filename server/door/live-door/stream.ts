import { Readable } from 'node:stream';
import type { DoorEvent } from '@entrada/contract/door/live-door';

/** What may wait for a phone that reads slowly. Then its stream ends, and it comes back. */
const MOST_WAITING = 64 * 1024;

export type DoorStream = {
  body: Readable;
  send: (event: DoorEvent, data?: unknown) => void;
  end: () => void;
};

/** One stream of server-sent events. `onClose` is called once, whoever ends it. */
export function createDoorStream(onClose: () => void): DoorStream {
  const body = new Readable({ read: () => undefined });
  let isOver = false;
  body.once('close', () => {
    isOver = true;
    onClose();
  });
  // Without a listener, a reader that leaves in the middle would end the process.
  body.on('error', () => undefined);
  return {
    body,
    send: (event, data = {}) => {
      if (isOver) return;
      body.push(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      if (body.readableLength > MOST_WAITING) body.destroy();
    },
    end: () => {
      if (isOver) return;
      isOver = true;
      body.push(null);
    },
  };
}
