// Cuts the Chinese face of the PDFs out of Noto Sans SC (SIL Open Font License 1.1). Run it in an empty folder when
// the font changes:
//   npm install @expo-google-fonts/noto-sans-sc@0.4.3 subset-font@2.9.0
//   node <repository>/documents/fonts/make-han.mjs <Unihan_OtherMappings.txt> <target.ttf>
// The first argument is of the Unicode database, in Debian's package unicode-data.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [unihan, target] = process.argv.slice(2);
const require = createRequire(join(process.cwd(), 'package.json'));
const subsetFont = require('subset-font').default ?? require('subset-font');

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** All characters of GB 2312: rows A1 to F7, cells A1 to FE. */
function gb2312() {
  const decoder = new TextDecoder('gbk');
  return range(0xa1, 0xf7).flatMap((row) =>
    range(0xa1, 0xfe).flatMap((cell) => [...decoder.decode(Uint8Array.of(row, cell))].map((c) => c.codePointAt(0))),
  );
}

/** The 8,105 characters of the table of general standard Chinese characters of 2013. */
const general = readFileSync(unihan, 'utf8')
  .split('\n')
  .filter((line) => line.includes('\tkTGH\t'))
  .map((line) => Number.parseInt(line.slice(2), 16));

const codes = new Set([
  ...range(0x20, 0x7e),
  ...range(0xa0, 0x17f),
  ...range(0x2010, 0x2027),
  ...range(0x20a0, 0x20bf),
  ...range(0x3000, 0x303f),
  ...range(0xff00, 0xffef),
  ...gb2312(),
  ...general,
]);
codes.delete(0xfffd);
const source = readFileSync(
  'node_modules/@expo-google-fonts/noto-sans-sc/500Medium/NotoSansSC_500Medium.ttf',
);
const cut = await subsetFont(source, String.fromCodePoint(...codes), {
  targetFormat: 'truetype',
  noHinting: true,
});
writeFileSync(target, cut);
console.log(`${codes.size} characters, ${cut.length} bytes`);
