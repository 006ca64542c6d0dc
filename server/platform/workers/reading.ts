// Runs in the threads of the pool for files that people wait for. Nothing else imports this file except for its types.
import type { FileEncoding, FileSeparator } from '@entrada/contract/sales/imports/file';
import { readTable as read } from '../tables/read.ts';

type TableWish = { encoding?: FileEncoding | undefined; separator?: FileSeparator | undefined };

/** A CSV file or a workbook as rows of text. */
export const readTable = ({ bytes, wish }: { bytes: Uint8Array; wish: TableWish }) =>
  read(Buffer.from(bytes), wish);
