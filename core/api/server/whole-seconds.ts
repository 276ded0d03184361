import type { Service, z } from '../common/index.ts';

/**
 * Services whose answers carry times in whole seconds: the public client adds the milliseconds `.000` itself and cannot
 * read others.
 */
const SERVICES: ReadonlySet<Service> = new Set<Service>(['main', 'work-management', 'items', 'explore']);

/** Fields of answers that hold a time: `createdAt`, `updated_at`, `at`, `lastCheckAt`. */
const TIME_FIELD = /(^|_)at$|[a-z]At$/;

const PRECISE_TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})\.\d{3}Z$/;

type Round = (value: unknown) => unknown;

type Definition = Readonly<Record<string, unknown>> & {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly getter?: () => z.ZodType;
};

const definitionOf = (schema: z.ZodType): Definition =>
  (schema as unknown as { readonly _zod: { readonly def: Definition } })._zod.def;

const floor: Round = value => (typeof value === 'string' ? value.replace(PRECISE_TIME, '$1.000Z') : value);

function roundFields(fields: readonly (readonly [string, Round])[]): Round {
  return value => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
    const record = value as Readonly<Record<string, unknown>>;
    let copy: Record<string, unknown> | undefined;
    for (const [name, round] of fields) {
      const before = record[name];
      const after = round(before);
      if (after !== before) (copy ??= { ...record })[name] = after;
    }
    return copy ?? value;
  };
}

function roundEntries(round: Round): Round {
  return value => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
    return roundFields(Object.keys(value).map(name => [name, round]))(value);
  };
}

function roundElements(round: Round): Round {
  return value => {
    if (!Array.isArray(value)) return value;
    const after = value.map(round);
    return after.some((each, at) => each !== value[at]) ? after : value;
  };
}

/** Returns the function that rounds the times a schema declares; undefined when it declares none. */
function compile(schema: z.ZodType, isTime: boolean, seen: Map<z.ZodType, Round | undefined>): Round | undefined {
  if (!isTime && seen.has(schema)) return seen.get(schema);
  const definition = definitionOf(schema);
  const part = (name: string): z.ZodType => definition[name] as z.ZodType;
  const inner = (name: string, time = isTime): Round | undefined => compile(part(name), time, seen);
  const all = (rounds: readonly (Round | undefined)[]): Round | undefined => {
    const some = rounds.filter(each => each !== undefined);
    return some.length === 0 ? undefined : value => some.reduce<unknown>((rounded, round) => round(rounded), value);
  };
  const make = (): Round | undefined => {
    switch (definition.type) {
      case 'string':
        return isTime ? floor : undefined;
      case 'object': {
        const fields = Object.entries(definition.shape ?? {}).flatMap(([name, field]) => {
          const round = compile(field, TIME_FIELD.test(name), seen);
          return round === undefined ? [] : [[name, round] as const];
        });
        return fields.length === 0 ? undefined : roundFields(fields);
      }
      case 'array': {
        const round = inner('element', false);
        return round && roundElements(round);
      }
      case 'record': {
        const round = inner('valueType', false);
        return round && roundEntries(round);
      }
      case 'union':
        return all((definition['options'] as readonly z.ZodType[]).map(option => compile(option, isTime, seen)));
      case 'intersection':
        return all([inner('left'), inner('right')]);
      case 'pipe':
        return inner('in');
      case 'lazy': {
        const { getter } = definition;
        return getter && (value => compile(getter(), isTime, seen)?.(value) ?? value);
      }
      default:
        return definition['innerType'] === undefined ? undefined : inner('innerType');
    }
  };
  const round = make();
  if (!isTime) seen.set(schema, round);
  return round;
}

/**
 * Returns the function that gives an answer of a service the times its wire allows: UTC in whole seconds, cut down, as
 * `2026-03-02T08:00:00.000Z`. Only fields the reply schema declares as times change, so annotation documents, which
 * replies declare as loose objects, keep theirs. Answers are never changed in place.
 */
export function wholeSeconds(service: Service, reply: z.ZodType): (answer: unknown) => unknown {
  if (!SERVICES.has(service)) return answer => answer;
  let round: Round | undefined;
  return answer => (round ??= compile(reply, false, new Map()) ?? (value => value))(answer);
}
