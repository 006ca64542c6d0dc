import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server that takes every mail and keeps none. `taken`: when it took each, in milliseconds. */
export type MailServer = { url: string; taken: number[]; stop: () => Promise<void> };

export async function startMailServer(): Promise<MailServer> {
  const taken: number[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      stream.resume();
      stream.once('end', () => {
        taken.push(performance.now());
        done();
      });
    },
  });
  // A sender that ends takes its connection along.
  server.on('error', () => undefined);
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const stop = () => new Promise<void>((done) => server.close(done));
  return { url: `smtp://127.0.0.1:${port}`, taken, stop };
}
