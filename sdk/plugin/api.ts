import type { z } from 'zod';

/** Methods of calls. */
export type PluginMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One call as data: the server checks by it, the page calls by it, OpenAPI is made of it. */
export interface PluginOperation {
  readonly method: PluginMethod;
  /** `/api/v1/ID` or below, parameters as `:name`. */
  readonly path: string;
  /** One line: what it does. */
  readonly summary: string;
  /** Required access: `team-member`, `signed-in`, `public`, `super-admin`, or an action of the permission tables. */
  readonly access: string;
  /**
   * Place of the project id of the action that is asked for: `params.project_id`, `query.project_id`,
   * `body.project_id`, or `context`.
   */
  readonly project?: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly reply: z.ZodType;
  /** Status of success; 200 when absent. */
  readonly status?: 200 | 201 | 202;
  /** Largest body in bytes; 256 KiB when absent, 16 KiB for public calls. */
  readonly bodyLimit?: number;
  /** Why the body may be larger than usual; required with such a `bodyLimit`. */
  readonly bodyReason?: string;
  /** True for calls that change nothing although their method is not GET. */
  readonly reads?: boolean;
}

/** The calls of a plugin, made by `defineApi`. */
export interface PluginApi<
  O extends Readonly<Record<string, PluginOperation>> = Readonly<Record<string, PluginOperation>>,
> {
  readonly service: 'main';
  readonly operations: O;
}

/** Checked input of a call, as a handler gets it. */
export interface PluginCall<O extends PluginOperation> {
  readonly params: O['params'] extends z.ZodType ? z.output<O['params']> : Record<string, never>;
  readonly query: O['query'] extends z.ZodType ? z.output<O['query']> : Record<string, never>;
  readonly body: O['body'] extends z.ZodType ? z.output<O['body']> : undefined;
}

/** Reply of a handler. */
export type PluginReply<O extends PluginOperation> = z.input<O['reply']>;

/** Arguments of a caller; parts that the call does not have are left out. */
export type PluginArguments<O extends PluginOperation> = (O['params'] extends z.ZodType
  ? { params: z.input<O['params']> }
  : { params?: undefined }) &
  (O['query'] extends z.ZodType
    ? Partial<z.input<O['query']>> extends z.input<O['query']>
      ? { query?: z.input<O['query']> }
      : { query: z.input<O['query']> }
    : { query?: undefined }) &
  (O['body'] extends z.ZodType ? { body: z.input<O['body']> } : { body?: undefined }) & {
    readonly signal?: AbortSignal;
  };

/** Calls as functions: `api.listNotes()`. */
export type PluginClient<A extends PluginApi> = {
  readonly [K in keyof A['operations']]: Partial<PluginArguments<A['operations'][K]>> extends PluginArguments<
    A['operations'][K]
  >
    ? (args?: PluginArguments<A['operations'][K]>) => Promise<z.output<A['operations'][K]['reply']>>
    : (args: PluginArguments<A['operations'][K]>) => Promise<z.output<A['operations'][K]['reply']>>;
};
