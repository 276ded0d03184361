import type { Comparison, Condition } from './query-plan.ts';

/** True when a row in memory meets the condition: for lists that are not in the database. Operators mean what they mean in SQL: a missing value meets only `$isnull`. */
export function matches(condition: Condition | undefined, row: object): boolean {
  if (condition === undefined) return true;
  if (condition.kind === 'comparison') return meets(condition, (row as Readonly<Record<string, unknown>>)[condition.field]);
  return condition.kind === 'and' ? condition.parts.every(each => matches(each, row)) : condition.parts.some(each => matches(each, row));
}

const comparable = (value: unknown): string | number => (value instanceof Date ? value.getTime() : typeof value === 'number' ? value : typeof value === 'boolean' ? Number(value) : String(value));

function meets({ operator, value }: Comparison, found: unknown): boolean {
  const missing = found === undefined || found === null;
  if (operator === '$isnull') return missing;
  if (missing) return false;
  if (operator === '$notnull') return true;
  const held = value instanceof Date ? Date.parse(String(found)) : comparable(found);
  if (Array.isArray(value)) return value.some((each: unknown) => comparable(each) === held) === (operator === '$in');
  const asked = comparable(value);
  const text = String(found).toLowerCase();
  const part = String(asked).toLowerCase();
  switch (operator) {
    case '$eq': return held === asked;
    case '$ne': return held !== asked;
    case '$gt': return held > asked;
    case '$gte': return held >= asked;
    case '$lt': return held < asked;
    case '$lte': return held <= asked;
    case '$cont': return text.includes(part);
    case '$excl': return !text.includes(part);
    case '$starts': return text.startsWith(part);
    case '$ends': return text.endsWith(part);
    default: return false;
  }
}
