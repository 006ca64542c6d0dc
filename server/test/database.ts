import { randomBytes } from 'node:crypto';
import { get } from 'node:http';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { sealKeysWith } from '../catalog/events/sealing.ts';
import { type Database, openDatabase } from '../db/client.ts';
import type { TestServer } from './database-server.ts';
import { TEST_SECRET } from './secret.ts';

type TestDatabase = Pick<Database, 'db' | 'pool' | 'lane' | 'apart'> & {
  url: string;
  /** Closes the pool and drops the database. `useTestDatabase` does this by itself. */
  drop: () => Promise<void>;
};

/**
 * Uses node:http, because tests may replace fetch. Each question has its own connection: the broker may be closing one that
 * was kept since the file before.
 */
function askBroker(address: string): Promise<TestServer> {
  return new Promise((done, refuse) => {
    get(address, { agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        if (response.statusCode === 200) done(JSON.parse(text) as TestServer);
        else refuse(new Error(`The test database does not start: ${text}`));
      });
    }).on('error', refuse);
  });
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Copies the migrated template, and seals keys of events as an application of the tests does. The caller drops the copy. */
export async function createTestDatabase({ poolSize = 10 } = {}): Promise<TestDatabase> {
  sealKeysWith(TEST_SECRET);
  const { adminUrl, url: templateUrl, template } = await askBroker(inject('testDatabaseBroker'));
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  const url = new URL(templateUrl);
  url.pathname = `/${name}`;
  const owner = pg.escapeIdentifier(decodeURIComponent(url.username));
  await asAdmin(adminUrl, `create database ${name} template ${template} strategy file_copy owner ${owner}`);
  const { db, pool, lane, apart, close } = openDatabase({
    url: url.href,
    poolSize,
    applicationName: 'entrada test',
    onConnectionError: () => undefined,
  });
  const drop = async () => {
    await close();
    await asAdmin(adminUrl, `drop database if exists ${name} with (force)`);
  };
  return { url: url.href, db, pool, lane, apart, drop };
}

/**
 * A separate database for this test file. It is dropped after the last test. At the top of the file: `const {
 * db, pool, url } = await useTestDatabase();`
 */
export async function useTestDatabase(
  options: { poolSize?: number } = {},
): Promise<Omit<TestDatabase, 'drop'>> {
  const { drop, ...database } = await createTestDatabase(options);
  afterAll(drop);
  return database;
}
