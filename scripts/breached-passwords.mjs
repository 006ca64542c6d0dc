// Writes server/accounts/breached-passwords.bin from the list of passwords in @zxcvbn-ts/language-common (MIT licence).
// npm pack @zxcvbn-ts/language-common, unpack it, then: node scripts/breached-passwords.mjs package/src/passwords.json
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BYTES, markOf } from '../server/accounts/breached.ts';

const FEWEST_CHARACTERS = 8;
const [, , source] = process.argv;
if (!source) throw new Error('Name the file passwords.json of the package');
const listed = JSON.parse(await readFile(source, 'utf8'));
const marks = new Set(
  listed.filter((one) => one.length >= FEWEST_CHARACTERS).map((one) => markOf(one).toString('hex')),
);
const file = join(import.meta.dirname, '../server/accounts/breached-passwords.bin');
await writeFile(file, Buffer.from([...marks].sort().join(''), 'hex'));
console.log(`${marks.size} passwords, ${marks.size * BYTES} bytes`);
