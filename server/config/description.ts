import { describeDataDir } from './data-dir.ts';
import { describeRateLimits } from './rate-limits.ts';
import { CONFIG_VARIABLES } from './variables.ts';

/** The text of docs/configuration.md. A test checks that the file is equal to it. */
export function describeConfiguration(): string {
  const rows = Object.entries(CONFIG_VARIABLES).map(
    ([name, variable]) => `| \`${name}\` | ${variable.default} | ${variable.doc} |`,
  );
  return `# Configuration

Entrada is configured by environment variables, all optional in demo mode. An empty variable counts as not set. A wrong
value stops the start with an error that names every variable in question.

| Variable | Default | Meaning |
|---|---|---|
${rows.join('\n')}

${describeDataDir()}

## Rate limits

An IPv6 address counts by its /64. Counts are kept in memory, for each process of its own. Where "proof of work" stands,
the browser solves a small puzzle by itself and goes on, so that nobody is shut out for sharing an address with a crowd.

| Name in \`RATE_LIMITS\` | Default | What is counted |
|---|---|---|
${describeRateLimits().join('\n')}

The tables are written from \`server/config/variables.ts\` and \`server/config/rate-limits.ts\`: after a change run \`npm run unit -- server/config/environment.test.ts -u\`.
`;
}
