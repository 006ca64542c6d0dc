export type Most = Partial<
  Record<'requests' | 'files' | 'scriptsKb' | 'stylesKb' | 'fontsKb' | 'allKb', number>
>;
export type Budget = {
  page: string;
  scripts: string[];
  styles?: string[];
  fonts: string[];
  others?: number;
  /** The names of chunks that may not come with the page. */
  late?: readonly string[];
  most: Most;
};
export type Weights = Required<Most> & {
  brotliKb: number;
  early: string[];
  each: { file: string; kb: number }[];
};
export const BUDGETS: Budget[];
export function weigh(client: string, budget: Budget): Weights;
export function excesses(budget: Pick<Budget, 'page' | 'most'>, weights: Weights): string[];
export function round(number: number): number;
