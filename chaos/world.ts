import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startTcpProxy } from '../server/test/tcp-proxy.ts';
import { type Application, answers, freePort, startApplication } from './application.ts';
import { payTooLate, type Scene, visitShop } from './buyers.ts';
import { createTraffic, type Traffic } from './client.ts';
import { type ChaosDatabase, startDatabase } from './database.ts';
import { createJournal, type Journal } from './journal.ts';
import { fillMovingEvent, keepMoving } from './organizer.ts';
import type { Random } from './random.ts';
import { buildChaosShop } from './shop.ts';

export type World = {
  database: ChaosDatabase;
  traffic: Traffic;
  journal: Journal;
  logFile: string;
  /** Starts a process in a slot. The previous process must have ended. */
  start: (slot: number, options?: { mischief?: string; failpoint?: string }) => Application;
  /** The process in a slot. */
  at: (slot: number) => Application;
  /** Stops the bank for the application: calls to it get no answer for `ms`. */
  freezeBank: (ms: number) => Promise<void>;
  /** The number of processes that clients choose from. */
  openSlots: (count: number) => void;
  /** Ends the load and waits for the clients that are still busy. */
  endLoad: () => Promise<void>;
  close: (options: { keepLog: boolean }) => Promise<void>;
};

const SLOTS = 3;
const QUIET = 'seed=quiet,delayMs=50,shuffleMs=400,duplicate=0.3,shuffle=0.3,settleMs=2500';

/** A database, slots for processes, and buyers and an organizer who use whichever process runs. */
export async function createWorld(options: { random: Random; buyers: number; late: number }): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'entrada-chaos-'));
  const logFile = join(dataDir, 'application.log');
  const database = await startDatabase();
  const ports = await Promise.all(Array.from({ length: SLOTS }, freePort));
  const banks = await Promise.all(ports.map((port) => startTcpProxy(`http://127.0.0.1:${port}`)));
  const slots = new Map<number, Application>();
  let used = 1;
  const originOf = (slot: number) => `http://127.0.0.1:${ports[slot]}`;
  const traffic = createTraffic(() => {
    const open = [...slots].filter(([slot, app]) => slot < used && app.exit() === null).map(([slot]) => slot);
    return open.length > 0 ? open.map(originOf) : [originOf(0)];
  });
  const journal = createJournal();
  const start: World['start'] = (slot, wishes = {}) => {
    const [port, bank] = [ports[slot], banks[slot]];
    if (port === undefined || !bank) throw new Error(`There is no slot ${slot}`);
    const { mischief = QUIET, failpoint } = wishes;
    const app = startApplication({
      databaseUrl: database.url,
      port,
      dataDir,
      logFile,
      mischief,
      bankAt: bank.url,
      ...(failpoint && { failpoint }),
    });
    slots.set(slot, app);
    return app;
  };
  const at = (slot: number) => {
    const app = slots.get(slot);
    if (!app) throw new Error(`Nothing was started in slot ${slot}`);
    return app;
  };

  const first = await start(0).ready;
  if (first === null) throw new Error(`The application does not start:\n${await readFile(logFile, 'utf8')}`);
  const shop = await buildChaosShop(database.url);
  const overdue: Promise<unknown>[] = [];
  const scene: Scene = {
    shop,
    traffic,
    journal,
    runOut: (order, seconds) =>
      void overdue.push(
        database.ask(
          `update app.orders set expires_at = app.now() - make_interval(secs => $2)
           where short_id = $1 and expires_at is not null`,
          [order, seconds],
        ),
      ),
    beginNow: (change) =>
      void overdue.push(
        database.ask(
          `with due as (update app.event_changes set begins_at = app.now() where id = $1 and status = 'waiting' returning id)
           update graphile_worker._private_jobs j set run_at = now() from due
           where j.key = 'event-change:' || due.id and j.locked_at is null`,
          [change],
        ),
      ),
  };
  await fillMovingEvent(scene, options.random.fork('guests'));
  const load = startLoad(scene, options);

  return {
    database,
    traffic,
    journal,
    logFile,
    start,
    at,
    freezeBank: async (ms) => {
      for (const bank of banks) bank.freeze();
      await wait(ms);
      for (const bank of banks) bank.thaw();
    },
    openSlots: (count) => {
      used = count;
    },
    endLoad: async () => {
      traffic.isPaused = false;
      traffic.isOverAt = Math.min(traffic.isOverAt, performance.now());
      await load;
      await Promise.all(overdue);
    },
    close: async ({ keepLog }) => {
      traffic.isPaused = false;
      traffic.isOverAt = Math.min(traffic.isOverAt, performance.now());
      for (const app of slots.values()) if (app.exit() === null) await app.kill();
      await load.catch(() => undefined);
      await Promise.all(banks.map((bank) => bank.close()));
      await database.stop();
      if (!keepLog) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function startLoad(
  scene: Scene,
  { random, buyers, late }: { random: Random; buyers: number; late: number },
): Promise<void> {
  const { traffic, shop } = scene;
  const keepBuying = async (id: number) => {
    for (let visit = 0; performance.now() < traffic.isOverAt; visit += 1) {
      const own = random.fork(`buyer ${id} visit ${visit}`);
      await visitShop(scene, own).catch((error: unknown) => oops(traffic, error));
      await wait(own.integer(0, 60));
      while (traffic.isCrowded && performance.now() < traffic.isOverAt) await wait(100);
    }
  };
  const seats = [...shop.singles];
  const keepBeingLate = async (id: number) => {
    for (
      let seat = seats.pop();
      seat !== undefined && performance.now() < traffic.isOverAt;
      seat = seats.pop()
    ) {
      await payTooLate(scene, random.fork(`late ${id} ${seat}`), seat).catch((error: unknown) =>
        oops(traffic, error),
      );
      await wait(600);
    }
  };
  await Promise.all([
    ...Array.from({ length: buyers }, (_, id) => keepBuying(id)),
    ...Array.from({ length: late }, (_, id) => keepBeingLate(id)),
    keepMoving(scene, random.fork('organizer')).catch((error: unknown) => oops(traffic, error)),
  ]);
}

function oops(traffic: Traffic, error: unknown): void {
  traffic.problems.push(`A client failed: ${error instanceof Error ? error.stack : String(error)}`);
}

/** Milliseconds until a buyer's call succeeds. If no buyer calls, `/readyz` counts. */
export async function untilAnswered(
  traffic: Traffic,
  origin: string,
  limitMs: number,
): Promise<number | null> {
  const began = performance.now();
  while (performance.now() - began < limitMs) {
    if (traffic.lastSuccessAt > began || (await answers(origin))) return performance.now() - began;
    await wait(25);
  }
  return null;
}
