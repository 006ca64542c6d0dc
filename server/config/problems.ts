import type { VariableName } from './variables.ts';

/** What is wrong with a variable. The message follows its name. */
export type Problem = { variable: VariableName; message: string };

/** Names every problem of the configuration. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: Problem[];
  constructor(problems: Problem[]) {
    const lines = problems.map(({ variable, message }) => `  ${variable} ${message}`);
    super(`The configuration is not complete or not right:\n${lines.join('\n')}\nSee docs/configuration.md.`);
    this.problems = problems;
  }
}
