import type { Range, ScopeName } from './expression.ts';
import { fieldScope } from './fields.ts';
import { didYouMean, nearestNames } from './nearest-names.ts';
import { queryLimits } from './query-limits.ts';
import type { QuerySchema } from './query-schema.ts';
import type { Findings } from './value-reader.ts';
import type { Source } from './typed-query.ts';

/** Looks up the rows that scopes name, and notes problems. */
export class SourceResolver {
  constructor(
    readonly schema: QuerySchema,
    readonly findings: Findings,
  ) {}

  /** Returns the rows of a scope; undefined when it has problems. */
  source(scope: ScopeName, names: readonly string[], range: Range): Source | undefined {
    const own = fieldScope(scope) as Source['scope'];
    if (own === 'assignment') return names.length === 0 ? { scope: own } : this.#roleSource(names.join('.'), range);
    if (own === 'custom') {
      const name = names.length === 0 ? undefined : this.customName(names, range);
      return name === undefined
        ? names.length === 0
          ? this.fail('FIELD_EXPECTED', 'Name the field, e.g. custom.age > 60', range)
          : undefined
        : { scope: own, name };
    }
    if (own === 'component') {
      if (names.length === 0)
        return this.fail('FIELD_EXPECTED', 'Name the component, e.g. component.answer = yes', range);
      this.#warnComponent(names[0]!, range);
      return { scope: own, name: names[0]! };
    }
    if (names.length > 0)
      return this.fail(
        'UNKNOWN_FIELD',
        `Put the condition in brackets after ${scope}, e.g. ${scope}(${names.join('.')} = …)`,
        range,
      );
    return own === 'instance' && scope !== 'instance'
      ? { scope: own, instanceKind: scope as Exclude<Source['instanceKind'], undefined> }
      : { scope: own };
  }

  #roleSource(name: string, range: Range): Source | undefined {
    const roles = this.schema.roles.filter(each => each.name.toLowerCase() === name.toLowerCase()).map(each => each.id);
    if (roles.length > 0) return { scope: 'assignment', roles };
    const near = nearestNames(
      name,
      this.schema.roles.map(each => each.name),
    );
    return this.fail(
      'UNKNOWN_VALUE',
      `Role “${name}” does not exist in this workflow${near.length === 0 ? '' : `.${didYouMean(near)}`}`,
      range,
      near,
    );
  }

  /** Returns the name of a custom field as the project has it. */
  customName(names: readonly string[], range: Range): string | undefined {
    const given = names.join('.');
    const known = this.schema.custom.map(each => each.name);
    if (known.includes(given)) return given;
    const near = nearestNames(given, known);
    return this.fail('UNKNOWN_FIELD', `Unknown field “${given}” in custom.${didYouMean(near)}`, range, near);
  }

  #warnComponent(name: string, range: Range): void {
    const { components } = this.schema;
    if (components.length === 0 || components.includes(name)) return;
    const near = nearestNames(name, components);
    this.findings.warnings.push({
      code: 'UNKNOWN_VALUE',
      message: `The form has no component “${name}”.${didYouMean(near)}`,
      from: range[0],
      to: range[1],
      suggestions: near,
    });
  }

  /** Notes a problem. */
  fail(code: string, message: string, range: Range, suggestions: readonly string[] = []): undefined {
    if (this.findings.problems.length < queryLimits.problems)
      this.findings.problems.push({ code, message, from: range[0], to: range[1], suggestions });
    return undefined;
  }

  /** Notes a field that needs a plugin which is not installed. */
  absent(name: string, giver: string, range: Range): undefined {
    return this.fail('UNKNOWN_FIELD', `Unknown field “${name}”: it needs ${giver}, which is not installed here`, range);
  }
}
