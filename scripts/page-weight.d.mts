export type Most = Partial<
  Record<'requests' | 'files' | 'scriptsKb' | 'stylesKb' | 'fontsKb' | 'allKb', number>
>;
export type Budget = {
  page: string;
  scripts: string[];
  styles?: string[];
  fonts: string[];
  others?: number;
  most: Most;
};
export type Weights = Required<Most> & { brotliKb: number; each: { file: string; kb: number }[] };
export const BUDGETS: Budget[];
export const TOO_HEAVY: Record<string, Most>;
export function weigh(client: string, budget: Budget): Weights;
export function excesses(budget: Pick<Budget, 'page' | 'most'>, weights: Weights): string[];
export function round(number: number): number;
