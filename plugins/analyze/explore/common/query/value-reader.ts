import type { Comparison, QueryProblem, Range, Value } from './expression.ts';
import { spanOf } from './days.ts';
import type { Field } from './fields.ts';
import { didYouMean, nearestNames } from './nearest-names.ts';
import { isNumberText, sameName } from './parse-value.ts';
import type { QuerySchema } from './query-schema.ts';
import { safePattern } from './safe-pattern.ts';
import { queryLimits } from './query-limits.ts';
import type { Match } from './typed-query.ts';
import { OPERATORS, SHOWN } from './operators.ts';

/** The problems and warnings that were found while names were looked up. */
export interface Findings {
  readonly problems: QueryProblem[];
  /** The query can be run, but may be a mistake. */
  readonly warnings: QueryProblem[];
}

const isMissing = (value: Value): boolean =>
  value.kind === 'text' && !value.quoted && /^(none|null)$/i.test(value.text);

/** Reads the values of a comparison as matches of its field. */
export class ValueReader {
  constructor(
    private readonly comparison: Comparison,
    private readonly field: Field,
    private readonly schema: QuerySchema,
    private readonly findings: Findings,
  ) {}

  matches(): readonly Match[] | undefined {
    const {
      comparison: { operator, values, range },
      field,
    } = this;
    if (!OPERATORS[field.kind].has(operator))
      return this.#fail('OPERATOR', `${SHOWN[operator] ?? operator} can't be used with ${field.name}`, range);
    if (operator === 'empty') return [{ kind: 'missing' }];
    const present = values.filter(each => !isMissing(each));
    const missing: readonly Match[] = present.length === values.length ? [] : [{ kind: 'missing' }];
    if (missing.length > 0 && !['=', '!=', 'in'].includes(operator))
      return this.#fail('VALUE', `Invalid ${field.name} value`, range);
    if (present.length === 0) return missing;
    const found = operator === 'matches' ? this.#pattern(present[0]!) : this.#of(field.kind, present);
    return found === undefined ? undefined : [...missing, ...found];
  }

  #of(kind: Field['kind'], values: readonly Value[]): readonly Match[] | undefined {
    switch (kind) {
      case 'choice':
        return this.#choices(values);
      case 'boolean':
        return this.#flags(values);
      case 'number':
        return this.#numbers(values);
      case 'date':
        return this.#dates(values);
      case 'any':
      case 'attribute':
        return this.#either(values);
      default:
        return this.#texts(values);
    }
  }

  #choices(values: readonly Value[]): readonly Match[] | undefined {
    const {
      field,
      schema,
      comparison: { operator },
    } = this;
    const known = field.choices!(schema);
    const exact = !['contains', 'starts', 'ends'].includes(operator);
    const ids = new Set<number | string>();
    let failed = false;
    for (const value of values) {
      const text = this.#text(value)?.toLowerCase();
      if (text === undefined) return undefined;
      const found = known.filter(
        ({ name }) => passes(name.toLowerCase(), text, operator) || (exact && field.isSpelling?.(name, text) === true),
      );
      for (const { id } of found) ids.add(id);
      if (found.length > 0 || !exact || (known.length === 0 && field.strict !== true)) continue;
      const noted = field.strict === true ? this.findings.problems : this.findings.warnings;
      if (field.strict === true) failed = true;
      // Looking for similar names takes time, and nobody reads thousands.
      if (noted.length >= queryLimits.problems) continue;
      const shown = value.kind === 'text' ? value.text : text;
      const near = nearestNames(
        shown,
        known.map(each => each.name),
      );
      const where = field.place === undefined ? '' : ` in ${field.place}`;
      const message = `${field.noun} “${shown}” does not exist${where}`;
      noted.push({
        code: 'UNKNOWN_VALUE',
        message: near.length === 0 ? message : `${message}.${didYouMean(near)}`,
        from: value.range[0],
        to: value.range[1],
        suggestions: near,
      });
    }
    return failed ? undefined : [{ kind: 'ids', ids: [...ids] }];
  }

  #flags(values: readonly Value[]): readonly Match[] | undefined {
    const value = values[0]!;
    const word = value.kind === 'text' ? sameName(['true', 'false'], value.text) : undefined;
    return word === undefined
      ? this.#fail('VALUE', `${this.field.name} is true or false`, value.range)
      : [{ kind: 'flag', value: word === 'true' }];
  }

  #numbers(values: readonly Value[]): readonly Match[] | undefined {
    const { operator } = this.comparison;
    const numbers = values.map(each =>
      each.kind === 'text' && isNumberText(each.text) ? Number(each.text) : undefined,
    );
    const wrong = numbers.findIndex(each => each === undefined);
    if (wrong !== -1) return this.#fail('VALUE', `${this.field.name} needs a number, e.g. 10`, values[wrong]!.range);
    const known = numbers as readonly number[];
    if (operator === 'between') return [{ kind: 'between', low: known[0]!, high: known[1]! }];
    return known.map(
      value => ({ kind: 'number', operator: operator === 'in' || operator === '!=' ? '=' : operator, value }) as Match,
    );
  }

  #dates(values: readonly Value[]): readonly Match[] | undefined {
    const { operator } = this.comparison;
    const spans = values.map(each => spanOf(each, this.schema));
    const wrong = spans.findIndex(each => each === undefined);
    if (wrong !== -1)
      return this.#fail(
        'VALUE',
        `${this.field.name} needs a date, e.g. 2026-03-01 or daysAgo(7)`,
        values[wrong]!.range,
      );
    const [first, second] = spans as readonly { from: Date; to: Date }[];
    switch (operator) {
      case '>':
        return [{ kind: 'span', from: first!.to }];
      case '>=':
        return [{ kind: 'span', from: first!.from }];
      case '<':
        return [{ kind: 'span', to: first!.from }];
      case '<=':
        return [{ kind: 'span', to: first!.to }];
      case 'between':
        return [{ kind: 'span', from: first!.from, to: second!.to }];
      default:
        return spans.map(span => ({ kind: 'span', from: span!.from, to: span!.to }));
    }
  }

  /** Values that are numbers or texts, whichever is stored. */
  #either(values: readonly Value[]): readonly Match[] | undefined {
    const { operator } = this.comparison;
    const allNumbers = values.every(each => each.kind === 'text' && isNumberText(each.text));
    if (['>', '<', '>=', '<='].includes(operator)) {
      if (allNumbers) return this.#numbers(values);
      const text = this.#dayText(values[0]!);
      return text === undefined
        ? this.#fail('VALUE', `${operator} needs a number or a date`, values[0]!.range)
        : [{ kind: 'text', operator: operator as '>', value: text }];
    }
    if (operator === 'between') {
      if (allNumbers) return this.#numbers(values);
      const [low, high] = values.map(each => this.#dayText(each));
      if (low === undefined || high === undefined)
        return this.#fail('VALUE', 'BETWEEN needs two numbers or two dates', this.comparison.range);
      return [{ kind: 'between', low, high }];
    }
    const texts = this.#texts(values);
    if (texts === undefined || !['=', '!=', 'in'].includes(operator)) return texts;
    const numbers = values.flatMap((each): Match[] =>
      each.kind === 'text' && isNumberText(each.text)
        ? [{ kind: 'number', operator: '=', value: Number(each.text) }]
        : [],
    );
    return [...texts, ...numbers];
  }

  /** Days are stored as text, which sorts as they do. */
  #dayText(value: Value): string | undefined {
    const span = spanOf(value, { now: this.schema.now, timeZone: 'UTC' });
    return span === undefined ? undefined : value.kind === 'text' ? value.text : span.from.toISOString().slice(0, 10);
  }

  #texts(values: readonly Value[]): readonly Match[] | undefined {
    const { operator } = this.comparison;
    const texts: string[] = [];
    for (const value of values) {
      const text = this.#text(value);
      if (text === undefined) return undefined;
      texts.push(this.field.kind === 'folded' ? text.toLowerCase() : text);
    }
    if (operator === 'contains' || operator === 'starts' || operator === 'ends')
      return texts.map(text => ({ kind: operator, text }));
    return [{ kind: 'texts', values: texts }];
  }

  #text(value: Value): string | undefined {
    if (value.kind === 'text') return value.text;
    if (value.name === 'me') return this.schema.viewer;
    return this.#fail('VALUE', `${this.field.name} is no date, so ${value.name}() can't be used`, value.range);
  }

  #pattern(value: Value): readonly Match[] | undefined {
    if (value.kind !== 'text') return this.#fail('VALUE', 'MATCHES needs a pattern in quotes', value.range);
    if (value.text.length > queryLimits.patternCharacters)
      return this.#fail('PATTERN', `A pattern has at most ${queryLimits.patternCharacters} characters`, value.range);
    const safe = safePattern(value.text);
    return 'problem' in safe
      ? this.#fail('PATTERN', `The pattern can't be used: ${safe.problem}`, value.range)
      : [{ kind: 'matches', pattern: safe.pattern }];
  }

  #fail(code: string, message: string, range: Range): undefined {
    this.findings.problems.push({ code, message, from: range[0], to: range[1], suggestions: [] });
    return undefined;
  }
}

function passes(name: string, text: string, operator: Comparison['operator']): boolean {
  if (operator === 'contains') return name.includes(text);
  if (operator === 'starts') return name.startsWith(text);
  return operator === 'ends' ? name.endsWith(text) : name === text;
}
