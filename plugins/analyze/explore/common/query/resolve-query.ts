import type {
  Comparison,
  Count,
  CountName,
  Expression,
  OrderKey,
  Query,
  QueryProblem,
  Range,
  Scope,
  ScopeName,
} from './expression.ts';
import { scopeNames } from './expression.ts';
import type { FieldScope } from './fields.ts';
import { fieldScope, fields, isRowScope } from './fields.ts';
import { didYouMean, nearestNames } from './nearest-names.ts';
import { sameName } from './parse-value.ts';
import type { QuerySchema } from './query-schema.ts';
import type { CallPlace } from './resolve-call.ts';
import { resolveCall } from './resolve-call.ts';
import type { FoundField } from './resolve-test.ts';
import { absentGiver, lookUpField } from './field-lookup.ts';
import { SourceResolver } from './source-resolver.ts';
import type { Findings } from './value-reader.ts';
import { resolveTest } from './resolve-test.ts';
import type { Source, TypedExpression, TypedOrder, TypedQuery } from './typed-query.ts';

/** A query whose names are looked up. It may be run only without problems. */
export interface ResolvedQuery {
  readonly query: TypedQuery;
  readonly problems: readonly QueryProblem[];
  readonly warnings: readonly QueryProblem[];
}

/** Looks the names of a query up in a project. */
export function resolveQuery(query: Query, schema: QuerySchema): ResolvedQuery {
  const findings: Findings = { problems: [], warnings: [] };
  const resolver = new Resolver(schema, findings);
  const condition = query.condition === undefined ? undefined : resolver.expression(query.condition, undefined);
  const order = query.order.flatMap(each => resolver.order(each) ?? []);
  const { limit, random } = query;
  return {
    query: { condition, order, ...(limit === undefined ? {} : { limit }), ...(random === undefined ? {} : { random }) },
    problems: findings.problems.toSorted((one, other) => one.from - other.from),
    warnings: findings.warnings,
  };
}

const COUNTED: Readonly<Record<Exclude<CountName, 'rowCount'>, ScopeName>> = {
  instanceCount: 'instance',
  objectCount: 'object',
  tagCount: 'tag',
  relationshipCount: 'relationship',
  eventCount: 'event',
  entityCount: 'entity',
  commentCount: 'comment',
  assignmentCount: 'assignment',
  historyCount: 'history',
};

class Resolver extends SourceResolver implements CallPlace {
  /** The meaning of a condition; undefined when it has problems. `inside` is the scope with the brackets around it. */
  expression(expression: Expression, inside: FieldScope | undefined): TypedExpression | undefined {
    switch (expression.kind) {
      case 'and':
      case 'or': {
        const parts = expression.parts.map(part => this.expression(part, inside));
        const known = parts.filter(part => part !== undefined);
        return known.length === parts.length ? { kind: expression.kind, parts: known } : undefined;
      }
      case 'not': {
        const part = this.expression(expression.part, inside);
        return part === undefined ? undefined : { kind: 'not', part };
      }
      case 'scope':
        return this.#scope(expression);
      case 'count':
        return this.#count(expression);
      case 'call':
        return resolveCall(this, expression);
      case 'cmp':
        return this.#comparison(expression, inside);
    }
  }

  order({ key, descending }: OrderKey): TypedOrder | undefined {
    if ('name' in key) {
      const counted = this.#counted(key.name, key.inner, key.range);
      return counted === undefined ? undefined : { kind: 'rowCount', ...counted, descending };
    }
    const [head = '', ...rest] = key.names;
    if (head.toLowerCase() === 'custom' && rest.length > 0) {
      const name = this.customName(rest, key.range);
      return name === undefined ? undefined : { kind: 'custom', name, descending };
    }
    const names = sameName(['metadata', 'file'], head) !== undefined && rest.length > 0 ? rest : key.names;
    const ofFile = sameName(['file'], head) !== undefined && rest.length > 0;
    const found = lookUpField(this.schema, ofFile ? 'file' : 'metadata', names);
    if (found === undefined)
      return this.fail(
        'UNKNOWN_FIELD',
        `Results are ordered by fields of the item, custom fields and counts, not by “${key.names.join('.')}”`,
        key.range,
        nearestNames(
          names.join('.'),
          fields.metadata.map(each => each.name),
        ),
      );
    return { kind: 'field', field: found.field.name, descending };
  }

  #scope({ scope, names, quantifier, inner, range }: Scope): TypedExpression | undefined {
    const own = fieldScope(scope);
    if (own === undefined) return this.absent('score', 'scores of items', range);
    if (!isRowScope(own)) {
      if (names.length > 0)
        return this.fail(
          'UNKNOWN_FIELD',
          `Compare ${scope}.${names.join('.')} with a value, or put its condition in brackets after ${scope}`,
          range,
        );
      const condition = inner === undefined ? undefined : this.expression(inner, own);
      if (condition === undefined)
        return inner === undefined
          ? this.fail('CONDITION_EXPECTED', `Expected a condition in ${scope}( )`, range)
          : undefined;
      return quantifier === 'none' ? { kind: 'not', part: condition } : condition;
    }
    const source = this.source(scope, names, range);
    const condition = inner === undefined ? undefined : this.expression(inner, own);
    if (source === undefined || (inner !== undefined && condition === undefined)) return undefined;
    return { kind: 'rows', source, quantifier, condition };
  }

  #count({ name, inner, operator, amount, range }: Count): TypedExpression | undefined {
    const counted = this.#counted(name, inner, range);
    return counted === undefined ? undefined : { kind: 'rowCount', ...counted, operator, amount };
  }

  #counted(
    name: CountName,
    inner: Expression | undefined,
    range: Range,
  ): { readonly source: Source; readonly condition: TypedExpression | undefined } | undefined {
    if (name === 'rowCount')
      return this.fail(
        'UNKNOWN_FIELD',
        'rowCount needs the name of a component’s rows; count them with component.<id>(row >= 1)',
        range,
      );
    const scope = COUNTED[name];
    const source = this.source(scope, [], range);
    const condition = inner === undefined ? undefined : this.expression(inner, fieldScope(scope));
    return source === undefined || (inner !== undefined && condition === undefined) ? undefined : { source, condition };
  }

  #comparison(comparison: Comparison, inside: FieldScope | undefined): TypedExpression | undefined {
    const { names, range } = comparison.field;
    const [head = '', ...rest] = names;
    const spelled =
      head.toLowerCase() === 'comments'
        ? 'comment'
        : head.toLowerCase() === 'attribute'
          ? undefined
          : sameName(scopeNames, head);
    if (spelled !== undefined && rest.length > 0) return this.#scoped(comparison, spelled, rest);
    if (inside !== undefined) return this.#tested(comparison, this.#found(inside, names, range));
    return this.#unscoped(comparison);
  }

  /** `scope.field op value`: the same as `scope(field op value)`. */
  #scoped(comparison: Comparison, scope: ScopeName, rest: readonly string[]): TypedExpression | undefined {
    const { range } = comparison.field;
    const own = fieldScope(scope);
    if (own === undefined) return this.absent('score', 'scores of items', range);
    if (!isRowScope(own)) return this.#tested(comparison, this.#found(own, rest, range));
    const named = own === 'assignment' || own === 'component' || own === 'custom';
    const [first = '', ...field] = rest;
    const role = own === 'assignment' && lookUpField(this.schema, own, rest) !== undefined;
    const source =
      !named || role ? this.source(scope, [], range) : this.source(scope, own === 'custom' ? rest : [first], range);
    const wanted = !named || role ? rest : own === 'custom' || field.length === 0 ? ['value'] : field;
    if (source === undefined) return undefined;
    const condition = this.#tested(comparison, this.#found(own, wanted, range));
    return condition === undefined ? undefined : { kind: 'rows', source, quantifier: 'any', condition };
  }

  /** A field without scope is the item's own, else that of the one scope that has it. */
  #unscoped(comparison: Comparison): TypedExpression | undefined {
    const { names, range } = comparison.field;
    const alias = names.length === 1 ? sameName(['annotatorEmail', 'qaEmail'], names[0]!) : undefined;
    if (alias !== undefined) return this.#tested(comparison, this.#found('metadata', names, range));
    if (lookUpField(this.schema, 'metadata', names) !== undefined || absentGiver('metadata', names))
      return this.#tested(comparison, this.#found('metadata', names, range));
    const scopes = (Object.keys(fields) as FieldScope[]).filter(
      scope => scope !== 'component' && scope !== 'custom' && lookUpField(this.schema, scope, names) !== undefined,
    );
    if (scopes.length === 1) return this.#scoped(comparison, scopes[0]!, names);
    const name = names.join('.');
    if (scopes.length > 1)
      return this.fail(
        'UNKNOWN_FIELD',
        `“${name}” is a field of ${scopes.join(' and ')}. Say which, e.g. ${scopes[0]}(${name} = …)`,
        range,
        scopes.map(scope => `${scope}.${name}`),
      );
    if (this.schema.custom.some(each => each.name === name)) return this.#scoped(comparison, 'custom', names);
    if (this.schema.components.includes(name)) return this.#scoped(comparison, 'component', names);
    const near = nearestNames(name, [
      ...scopeNames,
      ...Object.values(fields).flatMap(list => list.map(each => each.name)),
    ]);
    return this.fail('UNKNOWN_FIELD', `Unknown field “${name}”.${didYouMean(near)}`, range, near);
  }

  #tested(
    comparison: Comparison,
    found: FoundField | { readonly roles: readonly number[] } | undefined,
  ): TypedExpression | undefined {
    if (found === undefined) return undefined;
    if (!('roles' in found)) return resolveTest(comparison, found, this.schema, this.findings);
    const condition = resolveTest(
      comparison,
      lookUpField(this.schema, 'assignment', ['email'])!,
      this.schema,
      this.findings,
    );
    return condition === undefined
      ? undefined
      : { kind: 'rows', source: { scope: 'assignment', roles: found.roles }, quantifier: 'any', condition };
  }

  /** The field, or a problem. `annotatorEmail` and `qaEmail` are those of who is assigned in the role. */
  #found(
    scope: FieldScope,
    names: readonly string[],
    range: Range,
  ): FoundField | { readonly roles: readonly number[] } | undefined {
    const name = names.join('.');
    const alias = scope === 'metadata' ? sameName(['annotatorEmail', 'qaEmail'], name) : undefined;
    if (alias !== undefined) return { roles: [alias === 'qaEmail' ? 2 : 1] };
    const found = lookUpField(this.schema, scope, names);
    if (found !== undefined) return found;
    const absent = absentGiver(scope, names);
    if (absent !== undefined) return this.absent(`${scope}.${name}`, absent, range);
    const near = nearestNames(
      name,
      fields[scope].map(each => each.name),
    );
    return this.fail('UNKNOWN_FIELD', `Unknown field “${name}” in ${scope}.${didYouMean(near)}`, range, near);
  }
}
