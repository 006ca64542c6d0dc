import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/**
 * During an update the version before works beside the new one on the same tables. So a migration only
 * adds what the version before can do without: expand first. What nothing reads any more goes with a later release:
 * contract then. Migrations up to this one came before the rule.
 */
const LAST_BEFORE_THE_RULE = 44;

/** Migrations that take something away which no released version reads any more, each with the release that stopped. */
const CONTRACTIONS: Record<string, string> = {};

const FORBIDDEN: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/\bdrop\s+column\b/i, 'the version before reads the column'],
  [/\bdrop\s+table\b/i, 'the version before reads the table'],
  [/\bdrop\s+(function|view|type|sequence)\b/i, 'the version before may use it'],
  [/\brename\s+(column\s+)?(\w+\s+)?to\b/i, 'the version before knows it by its old name'],
  [/\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/i, 'the version before writes the old type'],
  [/\balter\s+column\s+\w+\s+set\s+not\s+null\b/i, 'the version before may leave it empty'],
  [/\balter\s+column\s+\w+\s+drop\s+default\b/i, 'the version before may leave it out'],
  [
    /\badd\s+column\s+(?:if\s+not\s+exists\s+)?\w+\s+(?=[^,;]*\bnot\s+null\b)(?![^,;]*\b(default|generated)\b)[^,;]*/i,
    'the version before inserts rows without it',
  ],
];

/** SQL without comments, and without what stands in quotes. */
const bare = (sql: string) =>
  sql
    .replace(/--[^\n]*/g, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/'(?:[^']|'')*'/g, "''");

/** What a migration takes from the version before. */
const findBreaks = (sql: string): string[] =>
  FORBIDDEN.flatMap(([pattern, why]) => {
    const found = bare(sql).match(pattern);
    return found ? [`${found[0].replace(/\s+/g, ' ')}: ${why}`] : [];
  });

const folder = join(import.meta.dirname, '../server/db/migrations');
const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
const isNew = (name: string) => Number(name.slice(0, 4)) > LAST_BEFORE_THE_RULE;

describe('the version before works beside the new one', () => {
  test.each(names.filter(isNew))('%s takes nothing away', (name) => {
    if (CONTRACTIONS[name]) return;
    expect(findBreaks(readFileSync(join(folder, name), 'utf8'))).toEqual([]);
  });

  test('every listed contraction exists', () => {
    expect(Object.keys(CONTRACTIONS).filter((name) => !names.includes(name))).toEqual([]);
  });

  test('the migration that broke the rule before there was one is found', () => {
    const name = names.find((one) => one.startsWith('0042')) ?? '';
    expect(findBreaks(readFileSync(join(folder, name), 'utf8'))).not.toEqual([]);
  });

  test.each([
    ['alter table app.a add column b text', true],
    ['alter table app.a add column b bigint not null default 0', true],
    ['alter table app.a add column b boolean generated always as (c > 0) stored not null', true],
    ["comment on column app.a.b is 'drop table of numbers'; -- drop column c", true],
    ['drop index app.a_b', true],
    ['alter table app.a add column b text not null', false],
    ['alter table app.a drop column b', false],
    ['alter table app.a rename b to c', false],
    ['alter table app.a rename column b to c', false],
    ['alter table app.a\n  alter column b type bigint', false],
    ['alter table app.a alter column b set not null', false],
    ['drop table app.a', false],
  ])('%s', (sql, isFine) => {
    expect(findBreaks(sql).length === 0).toBe(isFine);
  });
});
