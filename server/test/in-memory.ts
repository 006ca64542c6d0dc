import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { availableMemory } from 'node:process';

const GB = 1024 ** 3;
/** What the databases of a run need at most, their logs of changes included. */
const NEEDED = 2 * GB;

/**
 * Where tests put the files of a PostgreSQL that nobody keeps: in memory, if the system has such a folder with enough space,
 * otherwise where temporary files are. A copy of the template is some 1,300 files, and a disk's file system takes longer to
 * make them than the tests of a file take.
 */
export function folderForDatabases(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    // Linux gives the folder half of the memory, also when somebody else uses that.
    if (bavail * bsize >= NEEDED && availableMemory() >= 2 * NEEDED) return '/dev/shm';
  } catch {
    // Another system.
  }
  return tmpdir();
}
