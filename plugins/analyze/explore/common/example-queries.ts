import { printValue } from './query/print-query.ts';

/** A field that queries of a project know, as far as examples are made of it. */
export interface KnownField {
  readonly scope: string;
  readonly name: string;
  readonly values: readonly string[];
}

/** Examples that are shown. */
const MOST = 6;

/** A name as a value: words with a meaning of their own in quotes. */
const written = (text: string): string =>
  printValue({ kind: 'text', text, quoted: /^(none|null|true|false)$/i.test(text), range: [0, 0] });

/** Up to six queries made of a project's own classes and statuses, to begin with. */
export function exampleQueries(known: readonly KnownField[]): readonly string[] {
  const valuesOf = (scope: string, name: string): readonly string[] =>
    (known.find(each => each.scope === scope && each.name === name)?.values ?? []).map(written);
  const [first, second] = valuesOf('instance', 'className');
  const [status, next] = valuesOf('metadata', 'status');
  return [
    ...(first === undefined ? [] : [`instance(className = ${first})`, `instanceCount(className = ${first}) >= 2`]),
    ...(first === undefined || second === undefined
      ? []
      : [`instance(className = ${first}) AND NOT instance(className = ${second})`]),
    ...(status === undefined ? [] : [`status = ${status}`]),
    ...(next === undefined ? [] : [`status = ${next} AND instanceCount() = 0`]),
    ...(status === undefined ? [] : [`status != ${status} AND updatedAt >= daysAgo(7)`]),
  ].slice(0, MOST);
}
