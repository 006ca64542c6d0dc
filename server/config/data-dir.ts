/** The section of docs/configuration.md on the folder of all processes. */
export const describeDataDir = (): string => `## What lies in \`DATA_DIR\`

| Folder | Content | If it is lost |
|---|---|---|
| \`files\` | covers and logos in all their sizes | the pictures are gone: back it up with the database |
| \`drawn\` | PDF tickets and invoices, to be drawn once only. At most 512 MB, nothing that was not read for seven days | they are drawn again |
| \`postgres\` and what stands beside it | the embedded database, without \`DATABASE_URL\` | everything is gone |
| \`secret\` | the secret, without \`SECRET\` | sessions and open links end |

**Processes that share a database share \`DATA_DIR\`**, on a disk that all of them reach (a volume, NFS): those with \`ROLE=web\` and those with
\`ROLE=worker\` alike. Otherwise a picture that was uploaded to one process is missing from the pages that another one serves and from
the tickets that it draws; a deleted event's pictures stay with the process that did not delete them; each process draws PDF files
that another one has drawn; and without \`SECRET\` each makes its own, so that no session holds. Nothing in \`DATA_DIR\` is locked by a
process except the embedded database, and a file appears in it as a whole or not at all.`;
