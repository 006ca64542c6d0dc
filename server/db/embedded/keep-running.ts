import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Cluster, readPostmasterPid, startServer, stopServer } from './cluster.ts';

/** Stops the server if this process is killed: the pipe closes at every kind of death. */
async function watchOver(cluster: Cluster): Promise<ChildProcess | undefined> {
  const pid = await readPostmasterPid(cluster);
  if (process.platform === 'win32' || pid === undefined) return undefined;
  const watcher = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', String(pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    ...(cluster.account ? { uid: cluster.account.uid, gid: cluster.account.gid } : {}),
  });
  watcher.on('error', () => undefined);
  watcher.stdin?.on('error', () => undefined);
  watcher.unref();
  // The pipe must not keep this process from ending.
  (watcher.stdin as unknown as { unref?: () => void } | null)?.unref?.();
  return watcher;
}

const WATCH_MS = 500;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie still has a process number. Some containers never remove zombies.
    const state = process.platform === 'linux' ? readFileSync(`/proc/${pid}/stat`, 'latin1') : '';
    return !/\) Z /.test(state);
  } catch (error) {
    // EPERM: the process is alive and runs as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Starts the server again, at its address, if it ends by itself. The system may kill it for lack of memory.
 * Until then its users see broken connections. The next connections work.
 */
export async function keepRunning(
  cluster: Cluster,
  options: { port: number; fast: boolean; revive: boolean; log: (message: string) => void },
): Promise<{ stop: () => Promise<void> }> {
  const { port, fast, revive, log } = options;
  let watcher = await watchOver(cluster);
  let pid = await readPostmasterPid(cluster);
  let turn: Promise<void> | undefined;
  const restart = async () => {
    log('The database server has ended: starting it again');
    watcher?.kill('SIGKILL');
    const problem = await startServer(cluster, port, fast);
    if (problem !== undefined) return log(`The database server does not start yet: ${problem}`);
    watcher = await watchOver(cluster);
    pid = await readPostmasterPid(cluster);
    log('The database server is back');
  };
  const timer = setInterval(() => {
    if (!revive || turn || pid === undefined || isAlive(pid)) return;
    turn = restart()
      .catch((error: unknown) => log(`The database server does not start yet: ${String(error)}`))
      .finally(() => {
        turn = undefined;
      });
  }, WATCH_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await turn;
      await stopServer(cluster);
      watcher?.kill('SIGKILL');
    },
  };
}
