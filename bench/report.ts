import { median, short } from './stats.ts';

type Unit = 'x' | 'us' | 'ms' | 's' | '/s' | 'MB' | '%' | '';
type Goal = { atLeast: number } | { atMost: number };
type Line = {
  section: string;
  what: string;
  measured: string;
  goal: string;
  verdict: string;
  rounds: string;
};

export type Report = {
  /** A measured figure that has no goal of its own. */
  figure: (section: string, what: string, unit: Unit, rounds: readonly number[]) => void;
  /** The median of the rounds, compared with a goal of bench/README.md. */
  goal: (section: string, what: string, unit: Unit, rounds: readonly number[], goal: Goal) => void;
  /** A check that passes or fails. */
  check: (section: string, what: string, isGood: boolean, found: string) => void;
  skip: (section: string, what: string, reason: string) => void;
  note: (line: string) => void;
  print: () => string;
  /** Whether all exact checks passed. */
  isExact: () => boolean;
};

const shown = (value: number, unit: Unit) =>
  `${short(value)}${unit === '' || unit === 'x' || unit === '/s' || unit === '%' ? unit : ` ${unit}`}`;

export function createReport(): Report {
  const lines: Line[] = [];
  const notes: string[] = [];
  let isExact = true;
  const add = (line: Partial<Line> & Pick<Line, 'section' | 'what'>) =>
    lines.push({ measured: '', goal: '', verdict: '', rounds: '', ...line });

  return {
    figure: (section, what, unit, rounds) =>
      add({ section, what, measured: shown(median(rounds), unit), rounds: rounds.map(short).join(' ') }),
    goal: (section, what, unit, rounds, goal) => {
      const value = median(rounds);
      const isMet = 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
      const bound = 'atLeast' in goal ? `>= ${shown(goal.atLeast, unit)}` : `<= ${shown(goal.atMost, unit)}`;
      const missed = Number.isNaN(value) ? 'NO FIGURE' : 'atLeast' in goal ? 'BELOW' : 'ABOVE';
      const verdict = isMet ? 'ok' : missed;
      add({
        section,
        what,
        measured: shown(value, unit),
        goal: bound,
        verdict,
        rounds: rounds.map(short).join(' '),
      });
    },
    check: (section, what, isGood, found) => {
      isExact &&= isGood;
      add({ section, what, measured: found, goal: 'exact', verdict: isGood ? 'ok' : 'WRONG' });
    },
    skip: (section, what, reason) => add({ section, what, verdict: 'skipped', rounds: reason }),
    note: (line) => notes.push(line),
    isExact: () => isExact,
    print: () => {
      const titles: Line = {
        section: '8.',
        what: 'what',
        measured: 'median',
        goal: 'goal',
        verdict: 'verdict',
        rounds: 'rounds',
      };
      const keys = ['section', 'what', 'measured', 'goal', 'verdict', 'rounds'] as const;
      const widths = keys.map((key) => Math.max(...[titles, ...lines].map((line) => line[key].length)));
      const row = (line: Line) =>
        `| ${keys.map((key, at) => line[key].padEnd(widths[at] ?? 0)).join(' | ')} |`;
      const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
      return [row(titles), rule, ...lines.map(row), ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
    },
  };
}
