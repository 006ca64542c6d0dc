/**
 * How far a reader of the feed has come: it knows all changes of transactions below `xid`. `epoch` names the life of the
 * feed, which ends with a crash of the database. `seconds` is when it was read, by the clock of the database.
 */
export type Cursor = { epoch: string; xid: bigint; seconds: number };

const FORM = /^([0-9a-f]{8})-(\d{1,19})-(\d{1,12})$/;

/** The id of an event of the stream, which a browser sends back when it returns. */
export const writeCursor = ({ epoch, xid, seconds }: Cursor): string => `${epoch}-${xid}-${seconds}`;

/** Null for anything that the server did not write. */
export function readCursor(text: string): Cursor | null {
  const [, epoch, xid, seconds] = FORM.exec(text) ?? [];
  if (epoch === undefined || xid === undefined) return null;
  return { epoch, xid: BigInt(xid), seconds: Number(seconds) };
}

/** How long changes are kept. The tick that removes older ones keeps a little more. */
export const KEPT_SECONDS = 3_600;

/**
 * Whether everything after `cursor` is still in the feed, as it stands at `edge`. A cursor above the edge is from another
 * database, such as one that was restored from a copy.
 */
export const canGoOn = (cursor: Cursor, edge: Cursor, keptSeconds: number = KEPT_SECONDS): boolean =>
  cursor.epoch === edge.epoch && cursor.xid <= edge.xid && cursor.seconds > edge.seconds - keptSeconds;
