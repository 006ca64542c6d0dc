import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../db/embedded/start.ts';
import { migrate } from '../db/migrate.ts';
import { migrateJobs } from '../platform/jobs/worker.ts';
import { folderForDatabases } from './in-memory.ts';

/** What a test file needs to create its own database. `url` names the template. */
export type TestServer = { adminUrl: string; url: string; template: string };

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be merged with vitest's own
  export interface ProvidedContext {
    /** Address that answers with a `TestServer`. */
    testDatabaseBroker: string;
  }
}

type Started = { server: TestServer; stop: () => Promise<void> };

async function asAdmin<T>(url: string, fn: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await fn(client);
  } finally {
    await client.end();
  }
}

async function startTemporaryServer(): Promise<{
  adminUrl: string;
  appUrl: string;
  stop: () => Promise<void>;
}> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { adminUrl: given, appUrl: given, stop: async () => undefined };
  const dataDir = await mkdtemp(join(folderForDatabases(), 'entrada-test-'));
  await chmod(dataDir, 0o711);
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => undefined, fast: true });
  return {
    adminUrl: embedded.adminUrl,
    appUrl: embedded.url,
    stop: async () => {
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function start(): Promise<Started> {
  const { adminUrl, appUrl, stop } = await startTemporaryServer();
  const template = `entrada_test_${randomBytes(4).toString('hex')}`;
  const url = new URL(appUrl);
  url.pathname = `/${template}`;
  const remove = async () => {
    await asAdmin(adminUrl, (client) => client.query(`drop database if exists ${template} with (force)`));
    await stop();
  };
  try {
    const owner = decodeURIComponent(url.username);
    await asAdmin(adminUrl, (client) =>
      client.query(`create database ${template} owner ${pg.escapeIdentifier(owner)}`),
    );
    await migrate({ url: url.href, log: () => undefined });
    await migrateJobs(url.href);
  } catch (error) {
    await remove();
    throw error;
  }
  return { server: { adminUrl, url: url.href, template }, stop: remove };
}

/**
 * One PostgreSQL server with a migrated template for the whole run. It starts when the first test file needs
 * it, so a run of pure tests never starts it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<Started> | undefined;
  const broker = createServer((_request, response) => {
    started ??= start();
    started.then(
      ({ server }) => response.setHeader('content-type', 'application/json').end(JSON.stringify(server)),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
    );
  });
  await new Promise<void>((done) => broker.listen(0, '127.0.0.1', done));
  project.provide('testDatabaseBroker', `http://127.0.0.1:${(broker.address() as AddressInfo).port}/`);
  return async () => {
    broker.close();
    broker.closeAllConnections();
    const server = await started?.catch(() => undefined);
    await server?.stop();
  };
}
