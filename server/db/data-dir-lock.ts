import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

type Holder = { pid: number; started: string };

export class DataDirInUseError extends Error {
  readonly pid: number;
  constructor(dataDir: string, pid: number) {
    super(
      `Entrada is already running on ${dataDir} (process ${pid}). Stop it first, or set DATA_DIR to another directory.`,
    );
    this.name = 'DataDirInUseError';
    this.pid = pid;
  }
}

/**
 * The start time of a process. It distinguishes the old holder from a new process that got the same number
 * after a reboot or in a new container. Empty if the system does not tell it.
 */
async function startTimeOf(pid: number): Promise<string> {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ]);
    // The command name may contain spaces and parentheses, so the fields are counted after its last
    // parenthesis.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie: the process is dead, but nobody has read its exit code. Containers without an init process
    // keep zombies forever.
    if (fields[0] === 'Z' || fields[0] === 'X') return 'dead';
    return `${boot.trim()}:${fields[19] ?? ''}`;
  } catch {
    return '';
  }
}

async function isAlive(holder: Holder): Promise<boolean> {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return (await startTimeOf(holder.pid)) === holder.started;
}

function parseHolder(text: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('started' in value))
      return undefined;
    const { pid, started } = value;
    return typeof pid === 'number' && typeof started === 'string' ? { pid, started } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Locks the data directory for this process. A lock of a killed process is replaced.
 * @returns a function that releases the directory
 * @throws DataDirInUseError if a living process holds the lock
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'lock.json');
  const own = JSON.stringify({ pid: process.pid, started: await startTimeOf(process.pid) });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    try {
      await writeFile(file, own, { flag: 'wx', mode: 0o600 });
      return async () => {
        if ((await readFile(file, 'utf8').catch(() => '')) === own) await rm(file, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const found = await readFile(file, 'utf8').catch(() => '');
    const holder = parseHolder(found);
    if (holder && (await isAlive(holder))) throw new DataDirInUseError(dataDir, holder.pid);
    // The stale lock is renamed before it is removed. If two processes found it, only one of them can rename
    // it.
    const stale = `${file}.${process.pid}.stale`;
    const moved = await rename(file, stale).then(
      () => true,
      () => false,
    );
    if (!moved) continue;
    const taken = await readFile(stale, 'utf8').catch(() => '');
    if (taken !== found) await writeFile(file, taken, { flag: 'wx', mode: 0o600 }).catch(() => undefined);
    await rm(stale, { force: true });
  }
  throw new Error(`The lock ${file} could not be taken: another start is going on at the same time.`);
}
