import { BYTES, encodeEntityContext, fillPath, queryString, serviceBase } from '#core/api/common/index.ts';
import type { MountedOperation } from '#core/api/server/index.ts';
import type { Answer } from '../../../support/test-app.ts';
import type { IdKind } from './id-kinds.ts';
import { inputSchema } from './json-schema.ts';
import { plainValues } from './plain-values.ts';
import type { Source } from './sample-input.ts';
import { sampleInput } from './sample-input.ts';
import type { Role } from './world.ts';

/** Names an operation, which has one name under `/api/v1` and at the root. */
export const operationName = ({ owner, name }: MountedOperation): string => `${owner}.${name.replace(/AtRoot$/, '')}`;

/** A call ready to be sent, and what it points at. */
export interface FuzzCall {
  readonly method: string;
  readonly url: string;
  readonly body: unknown;
  readonly bytes: Buffer | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly kinds: ReadonlySet<IdKind>;
  /** Kinds in the path. */
  readonly inPath: ReadonlySet<IdKind>;
  readonly unknown: readonly string[];
}

/** The team a call says it is about, and the project of the entity context where one is asked for. */
export interface Place {
  readonly teamId: number | undefined;
  readonly projectId: number | undefined;
}

/** Makes a valid call of an operation with the ids of `source`. */
export function makeCall(mounted: MountedOperation, source: Source, place: Place, bytes: Buffer): FuzzCall {
  const { operation, service } = mounted;
  const name = operationName(mounted);
  const params = sampleInput(name, inputSchema(operation.params), source);
  const query = sampleInput(name, inputSchema(operation.query), source);
  const body = sampleInput(name, inputSchema(operation.body), source);
  const inContext = operation.project === 'context';
  const whole = plainValues(name, '(body)');
  const form = plainValues(name, '(form)')?.value as
    | { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> }
    | undefined;
  const path = fillPath(operation.path, { ...missingParts(operation.path), ...definedOf(params.value) });
  const url = serviceBase(service) + path + queryString(query.value as Record<string, unknown> | undefined);
  return {
    method: operation.method,
    url,
    body:
      operation.body === undefined || operation.body === BYTES
        ? undefined
        : whole === undefined
          ? body.value
          : whole.value,
    bytes: operation.body === BYTES ? (form?.body ?? bytes) : undefined,
    headers: {
      'x-requested-with': 'loupe-auth',
      ...form?.headers,
      ...(place.teamId === undefined
        ? {}
        : {
            'x-entity-context': encodeEntityContext({
              team_id: place.teamId,
              ...(inContext && place.projectId !== undefined ? { project_id: place.projectId } : {}),
            }),
          }),
    },
    kinds: new Set([...params.kinds, ...query.kinds, ...body.kinds, ...(inContext ? ['project' as const] : [])]),
    inPath: new Set([...params.kinds, ...(inContext ? ['project' as const] : [])]),
    unknown: [...params.unknown, ...query.unknown, ...body.unknown],
  };
}

/** A value for each parameter, so that a call can be made before its missing generator is reported. */
const missingParts = (path: string): Record<string, string> =>
  Object.fromEntries([...path.matchAll(/:([a-zA-Z_]+)/g)].map(match => [match[1]!, 'missing']));

const definedOf = (value: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries((value ?? {}) as Record<string, unknown>).filter(([, each]) => each !== undefined));

export function send(role: Role, made: FuzzCall): Promise<Answer> {
  return role.request(made.method, made.url, {
    headers: made.headers,
    ...(made.body === undefined ? {} : { body: made.body }),
    ...(made.bytes === undefined ? {} : { bytes: made.bytes }),
  });
}
