import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { hasLongList, inTurns, invalidFields, isFault, serializing } from '#core/base/common/index.ts';
import type { z } from '../common/shapes.ts';
import { bodyLimitOf, BYTES, serviceBase } from '../common/index.ts';
import { checking } from './checking.ts';
import type { MountedOperation } from './handlers.ts';
import type { RequestContext } from './request-context.ts';
import type { StreamReply } from './stream-reply.ts';
import { wholeSeconds } from './whole-seconds.ts';

/** The kernel's work around each call: makes the context, asks the gate. */
export interface CallGuard {
  /** Authenticates, finds the team, checks that the owner plugin is enabled and the rate limit holds. */
  open(operation: MountedOperation, request: FastifyRequest, reply: FastifyReply): Promise<RequestContext>;
  /**
   * The gate's door: throws FORBIDDEN. `input` is the checked input, which names the project. Asked twice for calls
   * with a body.
   */
  admit(operation: MountedOperation, context: RequestContext, input: CallInput): Promise<void>;
  /**
   * Lets plugins refuse a call before it is made; throws the fault of one that refuses it. Returns a function to call
   * with its outcome.
   */
  begin?(call: IncomingCall, context: RequestContext): Promise<CallEnd | undefined>;
  /** Runs the work of an admitted call, under what holds for its caller. */
  run?<T>(context: RequestContext, work: () => Promise<T>): Promise<T>;
}

/** A call whose input is checked and that has not been made. */
export interface IncomingCall extends CallInput {
  readonly mounted: MountedOperation;
  readonly headers: IncomingHttpHeaders;
}

/** Called once at the end of a call: with the error it failed with, or with its answer. */
export type CallEnd = (error?: unknown, answer?: unknown) => Promise<void>;

/** A mistake in the input of a call. */
interface FieldIssue {
  readonly field: string;
  readonly reason: string;
}

export interface CallInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Most mistakes that an answer names, and the characters of one. */
const MOST_ISSUES = 20;
const ISSUE_LENGTH = 300;

/** A body of at most so many bytes is checked at once. */
const SMALL_BODY = 64 * 1024;

/** Mounts every operation below its service's base. Host labels are rewritten to the same paths before routing. */
export function mountOperations(app: FastifyInstance, operations: readonly MountedOperation[], guard: CallGuard): void {
  const contexts = new WeakMap<FastifyRequest, RequestContext>();
  const heads = new WeakMap<FastifyRequest, Omit<CallInput, 'body'>>();
  const types = new WeakMap<FastifyRequest, string>();
  for (const mounted of operations) {
    const { operation } = mounted;
    const round = operation.reply === BYTES ? undefined : wholeSeconds(mounted.service, operation.reply);
    app.route({
      // One route for both: the framework's own HEAD beside each GET doubles what a start costs.
      method: operation.method === 'GET' ? ['GET', 'HEAD'] : operation.method,
      exposeHeadRoute: false,
      url: `${serviceBase(mounted.service)}${operation.path}`,
      bodyLimit: bodyLimitOf(operation),
      config: { mounted },
      async onRequest(request, reply) {
        const context = await guard.open(mounted, request, reply);
        const head = readHead(mounted, request);
        heads.set(request, head);
        contexts.set(request, context);
        // Rights come before the body: bytes of who may not make the call are neither received nor parsed.
        if (asksBeforeBody(mounted, request)) await guard.admit(mounted, context, { ...head, body: undefined });
        // A file that is called JSON is a file all the same: the parser must not collect and read it.
        if (operation.body === BYTES && request.headers['content-type'] !== undefined) {
          types.set(request, request.headers['content-type']);
          request.headers['content-type'] = 'application/octet-stream';
        }
      },
      async handler(request, reply) {
        const context = contexts.get(request)!;
        if (types.has(request)) request.headers['content-type'] = types.get(request);
        const input = { ...heads.get(request)!, body: await readBody(mounted, request) };
        const call = async (): Promise<unknown> => {
          await guard.admit(mounted, context, input);
          return mounted.handler(
            {
              params: input.params as never,
              query: input.query as never,
              body: input.body as never,
              headers: request.headers,
              sent: { method: request.method, url: request.originalUrl, host: request.host },
              stream: operation.body === BYTES ? ((request.body ?? Readable.from([])) as Readable) : Readable.from([]),
              setHeader: (name, value) => void reply.header(name, value),
            },
            context,
          );
        };
        const work = (): Promise<unknown> => (guard.run === undefined ? call() : guard.run(context, call));
        const ended = await guard.begin?.({ ...input, mounted, headers: request.headers }, context);
        let answer: unknown;
        try {
          answer = operation.oneTransaction === true ? await context.transaction(work) : await work();
        } catch (error) {
          await ended?.(error);
          throw error;
        }
        await ended?.(undefined, answer);
        return send(mounted, request, reply, round === undefined ? answer : round(answer));
      },
    });
  }
}

/**
 * True when the right is asked for before the body is read. It is not when the body names the project, and not for
 * small bodies of calls that ask in the transaction of their work: one more transaction costs such a call more than its
 * body.
 */
function asksBeforeBody({ operation }: MountedOperation, request: FastifyRequest): boolean {
  if (operation.body === undefined || operation.project?.startsWith('body.') === true) return false;
  return operation.oneTransaction !== true || !(Number(request.headers['content-length']) <= SMALL_BODY);
}

function readHead({ operation }: MountedOperation, request: FastifyRequest): Omit<CallInput, 'body'> {
  const query = { ...(request.query as Record<string, unknown>) };
  // Every call of the public client carries team_id; it selects the team and is no field of the operation.
  const declared = operation.query !== undefined && 'shape' in operation.query ? (operation.query.shape as object) : {};
  if (!('team_id' in declared)) delete query['team_id'];
  return {
    params: parse('params', operation.params, request.params),
    query: operation.query === undefined ? refuseUnknown(query) : parse('query', operation.query, query),
  };
}

async function readBody({ operation }: MountedOperation, request: FastifyRequest): Promise<unknown> {
  if (operation.body === undefined || operation.body === BYTES) return undefined;
  const body = request.body === null ? undefined : request.body;
  if (
    Number(request.headers['content-length'] ?? 0) <= SMALL_BODY &&
    request.headers['transfer-encoding'] === undefined
  )
    return parse('body', operation.body, body);
  const checked = await inTurns(checking(operation.body, body), setImmediate);
  if (checked.issues !== undefined) throw invalidFields([...listIssues('body', checked.issues)]);
  return checked.data;
}

function refuseUnknown(query: Record<string, unknown>): Record<string, never> {
  const [name] = Object.keys(query);
  if (name !== undefined && name !== '')
    throw invalidFields([{ field: shortened(`query.${name}`), reason: 'is not a parameter of this call' }]);
  return {};
}

function parse(place: string, schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return {};
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidFields([...listIssues(place, result.error.issues)]);
}

function* listIssues(place: string, issues: readonly z.core.$ZodIssue[]): Generator<FieldIssue> {
  let listed = 0;
  for (const issue of issues) {
    for (const key of issue.code === 'unrecognized_keys' ? issue.keys : [undefined]) {
      if (listed++ === MOST_ISSUES) return;
      yield key === undefined
        ? { field: shortened([place, ...issue.path].map(String).join('.')), reason: shortened(issue.message) }
        : {
            field: shortened([place, ...issue.path.map(String), key].join('.')),
            reason: 'is not a field of this call',
          };
    }
  }
}

const shortened = (text: string): string => (text.length > ISSUE_LENGTH ? `${text.slice(0, ISSUE_LENGTH - 1)}…` : text);

function send(mounted: MountedOperation, request: FastifyRequest, reply: FastifyReply, answer: unknown): unknown {
  const stream = answer as StreamReply | undefined;
  if (stream !== undefined && stream !== null && typeof stream === 'object' && stream.kind === 'stream') {
    void reply.code(stream.status).headers(stream.headers);
    if (request.method === 'HEAD' && stream.body instanceof Readable) {
      // Its headers are the whole answer: read to its end it would cost as much as the GET, and one that does not end
      // would never be answered.
      stream.body.on('error', () => undefined).destroy();
      return reply.send();
    }
    return reply.send(stream.body);
  }
  void reply.header('cache-control', 'no-store');
  void reply.code(mounted.operation.status ?? 200);
  if (!hasLongList(answer)) return reply.send(answer);
  // Others are answered between the parts of a long list.
  return inTurns(serializing(answer as object), setImmediate).then(text =>
    reply.header('content-type', 'application/json; charset=utf-8').send(text),
  );
}

/** The answer to an error, in the shape of all errors. An unexpected error discloses its request id only. */
export function errorAnswer(
  error: unknown,
  requestId: string,
): { readonly status: number; readonly body: object; readonly unexpected: boolean } {
  if (isFault(error)) {
    return {
      status: error.status,
      body: {
        ...(error.shape ?? { error: error.message }),
        code: error.code,
        ...(error.details === undefined ? {} : { details: error.details }),
        request_id: requestId,
      },
      unexpected: error.status >= 500 && error.status !== 503,
    };
  }
  const known = error as { statusCode?: number; code?: string; message?: string };
  if (known.statusCode === 413)
    return {
      status: 413,
      body: { error: 'The request is larger than this call takes.', code: 'TOO_LARGE', request_id: requestId },
      unexpected: false,
    };
  if (known.statusCode === 415)
    return {
      status: 415,
      body: {
        error: 'The content type of the request is not one this call takes.',
        code: 'TYPE_NOT_SUPPORTED',
        request_id: requestId,
      },
      unexpected: false,
    };
  if (known.statusCode !== undefined && known.statusCode >= 400 && known.statusCode < 500) {
    return {
      status: known.statusCode,
      body: {
        error: `The request is not valid: ${known.message ?? 'unreadable'}`,
        code: 'BAD_REQUEST',
        request_id: requestId,
      },
      unexpected: false,
    };
  }
  return {
    status: 500,
    body: { error: `Something went wrong. Error id ${requestId}.`, code: 'INTERNAL', request_id: requestId },
    unexpected: true,
  };
}
