import type { z } from 'zod';

/** Base addresses of the product; each service answers under its host label and under `/services/{service}`. */
export const SERVICES = [
  'main',
  'work-management',
  'items',
  'explore',
  'assets',
  'scoring',
  'automations',
  'ml',
  'storage',
  'auth',
  'events',
] as const;
export type Service = (typeof SERVICES)[number];

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Bodies and replies that are bytes, not JSON: the handler gets or gives a stream. */
export const BYTES = 'bytes';
export type Bytes = typeof BYTES;

/** Largest body of a call, in bytes, unless the call names another. */
export const BODY_LIMIT = 256 * 1024;

/** The same for calls that anybody may make. */
export const PUBLIC_BODY_LIMIT = 16 * 1024;

/** One call as data: what both halves, the gate, the OpenAPI page and the tests read. */
export interface Operation {
  readonly method: Method;
  /** Path below the service's base, parameters as `:name`, e.g. `/api/v1/project/:project_id`. */
  readonly path: string;
  /** A second path of the same call at the root, for clients that know it there, e.g. `/project/:project_id`. */
  readonly atRoot?: string;
  readonly summary: string;
  /** The action the gate asks for, or `public`, `signed-in`, `team-member`, `super-admin`. Never absent. */
  readonly access: string;
  /**
   * Place of the project id of a project-scoped action: `params.project_id`, `query.project_id`, `body.project_id`;
   * `context` = the entity context header.
   */
  readonly project?: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType | Bytes;
  readonly reply: z.ZodType | Bytes;
  /** Status of success; 200 when absent. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Largest body in bytes; `BODY_LIMIT` when absent, `PUBLIC_BODY_LIMIT` for public calls. */
  readonly bodyLimit?: number;
  /** Why the body may be larger than usual. Required with such a `bodyLimit`. */
  readonly bodyReason?: string;
  /**
   * True for calls that change nothing although their method is not GET: searches, checks, exports. They stay possible
   * when a contract has ended.
   */
  readonly reads?: boolean;
  /**
   * True for calls that a super-admin who views as somebody else is refused although they only read: their answer is a
   * secret of the person, lets its holder write or see more after that, or is a file of data to take away.
   */
  readonly notWhenViewing?: true;
  /**
   * True for calls that prove themselves: their `Authorization` header is read by the handler, and nobody is signed in.
   * Only with access `public`.
   */
  readonly signed?: boolean;
  /**
   * True for calls that come by the thousand: rights and work then happen in one transaction of the team, because
   * beginning one for each question costs more than the questions. Its handler must not use a handle across teams.
   */
  readonly oneTransaction?: boolean;
  /**
   * Number of calls it counts as against the limit of its caller; 1 when absent. A caller has 500 a second, and 2000
   * after a rest.
   */
  readonly cost?: number;
}

/** Largest body of a call, in bytes. */
export const bodyLimitOf = ({ access, bodyLimit }: Pick<Operation, 'access' | 'bodyLimit'>): number =>
  bodyLimit ?? (access === 'public' ? PUBLIC_BODY_LIMIT : BODY_LIMIT);

export interface Api<
  O extends Readonly<Record<string, Operation>> = Readonly<Record<string, Operation>>,
  S extends Service = Service,
> {
  readonly service: S;
  readonly operations: O;
}

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
type Input<T> = T extends z.ZodType ? z.input<T> : undefined;

/** Checked and converted input of a handler. `body` of a bytes operation is a stream given beside it. */
export interface CallOf<O extends Operation> {
  readonly params: O['params'] extends z.ZodType ? Output<O['params']> : Record<string, never>;
  readonly query: O['query'] extends z.ZodType ? Output<O['query']> : Record<string, never>;
  readonly body: O['body'] extends z.ZodType ? Output<O['body']> : undefined;
}

export type ReplyOf<O extends Operation> = O['reply'] extends z.ZodType ? z.input<O['reply']> : never;

/** Arguments of a caller; absent parts may be left out. */
export type ArgumentsOf<O extends Operation> = (O['params'] extends z.ZodType
  ? { params: Input<O['params']> }
  : { params?: undefined }) &
  (O['query'] extends z.ZodType
    ? Partial<Input<O['query']>> extends Input<O['query']>
      ? { query?: Input<O['query']> }
      : { query: Input<O['query']> }
    : { query?: undefined }) &
  (O['body'] extends z.ZodType
    ? { body: Input<O['body']> }
    : O['body'] extends Bytes
      ? { body: Blob | ArrayBuffer | Uint8Array<ArrayBuffer> }
      : { body?: undefined }) & {
    readonly signal?: AbortSignal;
    /** Bytes sent so far, for uploads. */
    readonly onProgress?: (sent: number, total: number) => void;
  };

export type ResultOf<O extends Operation> = O['reply'] extends z.ZodType ? z.output<O['reply']> : Response;

/** Declares the calls of a feature. Literal types are kept, so handlers and clients are checked against them. */
export function defineApi<const O extends Readonly<Record<string, Operation>>, S extends Service>(api: {
  readonly service: S;
  readonly operations: O;
}): Api<O, S> {
  return api;
}
