import { id } from '@entrada/contract/fields';
import type { z } from 'zod';

/** What the walk reads of a schema's own definition. */
type Definition = {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  valueType?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  options?: readonly z.ZodType[];
};

type Found = { path: string; isId: boolean };

function* numbersIn(schema: z.ZodType, path: string): Generator<Found> {
  const { type, shape, element, valueType, innerType, options, ...def } = schema._zod
    .def as unknown as Definition;
  if (type === 'number') yield { path, isId: schema === id };
  for (const [name, field] of Object.entries(shape ?? {}))
    yield* numbersIn(field, path === '' ? name : `${path}.${name}`);
  if (element) yield* numbersIn(element, `${path}[]`);
  if (valueType) yield* numbersIn(valueType, `${path}{}`);
  for (const inner of [innerType, def.in, def.out, ...(options ?? [])])
    if (inner) yield* numbersIn(inner, path);
}

/** The fields of a body that are ids of records, as `rows[].priceId`: those that `id` of contract/fields.ts describes. */
export const idsOf = (body: z.ZodType): string[] => [
  ...new Set([...numbersIn(body, '')].filter(({ isId }) => isId).map(({ path }) => path)),
];

/** Fields that are called like an id and are described otherwise, so that `idsOf` would miss them. */
export const unmarkedIdsOf = (body: z.ZodType): string[] =>
  [...numbersIn(body, '')]
    .filter(({ path, isId }) => !isId && /(^|\.)id$|Ids?(\[\])?$|(^|\.)ids\[\]$/.test(path))
    .map(({ path }) => path);

/** A copy of a body with a value at a path. What is missing on the way is made. */
export function withAt(body: unknown, path: string, value: unknown): unknown {
  const [, name = '', isList = '', rest = ''] = /^([^.[]+)(\[\])?\.?(.*)$/.exec(path) ?? [];
  const given = (body ?? {}) as Record<string, unknown>;
  const inside = (old: unknown) => (rest === '' ? value : withAt(old, rest, value));
  const old = given[name];
  return { ...given, [name]: isList ? [inside(Array.isArray(old) ? old[0] : undefined)] : inside(old) };
}
