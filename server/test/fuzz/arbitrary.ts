import fc from 'fast-check';

export type Schema = { [key: string]: unknown };
type Arb = fc.Arbitrary<unknown>;

const FORMATS: Record<string, Arb> = {
  email: fc.constantFrom('ana@example.org', 'lucia+1@example.com'),
  'date-time': fc.constantFrom(
    '2027-06-11T16:00:00Z',
    '2027-12-31T23:59:59.999+02:00',
    '1970-01-01T00:00:00Z',
  ),
};
/** Deeper than this, whatever is optional is left out. */
const DEPTH = 6;
const LONGEST = 60;

const at = (schema: Schema, key: string, otherwise: number) =>
  typeof schema[key] === 'number' ? (schema[key] as number) : otherwise;

function textOf(schema: Schema): Arb {
  const known = FORMATS[String(schema['format'])];
  if (known) return known;
  const minLength = at(schema, 'minLength', 0);
  const maxLength = Math.max(minLength, Math.min(LONGEST, at(schema, 'maxLength', LONGEST)));
  const plain = fc.string({ unit: 'grapheme', minLength, maxLength });
  if (typeof schema['pattern'] !== 'string') return plain;
  try {
    return fc.stringMatching(new RegExp(schema['pattern']), { maxLength: 512 });
  } catch {
    return plain;
  }
}

function numberOf(schema: Schema): Arb {
  const most = Number.MAX_SAFE_INTEGER;
  const min = Math.max(-most, at(schema, 'minimum', at(schema, 'exclusiveMinimum', -1000)));
  const max = Math.min(most, at(schema, 'maximum', at(schema, 'exclusiveMaximum', min + 1_000_000)));
  // Small numbers are often the ids of something.
  const near = fc.integer({ min, max: Math.min(max, min + 200) });
  return schema['type'] === 'integer' ? fc.oneof(near, fc.integer({ min, max })) : near;
}

/** Values that a JSON Schema accepts. Knows what zod writes: types in a list, unions, references to `$defs`. */
export function arbitraryOf(schema: Schema, root: Schema = schema, depth = 0): Arb {
  const inner = (one: unknown) => arbitraryOf(one as Schema, root, depth + 1);
  if (typeof schema['$ref'] === 'string') {
    const [, ...path] = schema['$ref'].split('/');
    return inner(path.reduce<unknown>((found, key) => (found as Schema)[key], root));
  }
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum']);
  const union = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(union)) return fc.oneof(...union.map(inner));
  const { type } = schema;
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => inner({ ...schema, type: one })));
  if (type === 'string') return textOf(schema);
  if (type === 'integer' || type === 'number') return numberOf(schema);
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'array') {
    const minLength = at(schema, 'minItems', 0);
    const maxLength = Math.max(minLength, Math.min(depth > DEPTH ? 0 : 4, at(schema, 'maxItems', 4)));
    return fc.array(inner(schema['items'] ?? {}), { minLength, maxLength });
  }
  if (type !== 'object') return fc.jsonValue({ maxDepth: 2 });
  const properties = Object.entries((schema['properties'] ?? {}) as Schema);
  if (properties.length === 0 && typeof schema['additionalProperties'] === 'object') {
    return fc.dictionary(fc.string({ maxLength: 8 }), inner(schema['additionalProperties']), { maxKeys: 3 });
  }
  const required = (schema['required'] ?? []) as string[];
  const wanted = properties.filter(([key]) => depth <= DEPTH || required.includes(key));
  const record = Object.fromEntries(wanted.map(([key, one]) => [key, inner(one)]));
  return fc.record(record, { requiredKeys: required.filter((key) => key in record) });
}
