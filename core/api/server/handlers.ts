import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Api, CallOf, Operation, ReplyOf } from '../common/index.ts';
import type { RequestContext } from './request-context.ts';
import type { StreamReply } from './stream-reply.ts';

/** Additions to the checked input: headers, the cookie jar, and the body stream of bytes operations. */
export interface CallExtras {
  readonly headers: IncomingHttpHeaders;
  /**
   * The request line as it was sent, before addresses are rewritten: signatures are made over it. `host` as the client
   * named it.
   */
  readonly sent: { readonly method: string; readonly url: string; readonly host: string };
  /** Body of an operation declared with `body: BYTES`. */
  readonly stream: Readable;
  /** Sets a header of the answer, e.g. a cookie. */
  setHeader(name: string, value: string | string[]): void;
}

type Answer<O extends Operation> = O['reply'] extends 'bytes' ? StreamReply : ReplyOf<O>;

export type Handler<O extends Operation> = (
  call: CallOf<O> & CallExtras,
  context: RequestContext,
) => Promise<Answer<O>> | Answer<O>;

/** One handler per operation; a missing or misspelt one does not compile. */
export type Handlers<A extends Api> = { readonly [K in keyof A['operations']]: Handler<A['operations'][K]> };

/** An operation with its owner and handler, ready to be mounted. */
export interface MountedOperation {
  /** Plugin id, or `core`. */
  readonly owner: string;
  readonly name: string;
  readonly service: Api['service'];
  readonly operation: Operation;
  readonly handler: (call: CallOf<Operation> & CallExtras, context: RequestContext) => unknown;
}

/** Joins contract and handlers of one owner; a call with a second path gives two operations. */
export function operationsOf<A extends Api>(owner: string, api: A, handlers: Handlers<A>): readonly MountedOperation[] {
  return Object.entries(api.operations).flatMap(([name, operation]) => {
    const mounted: MountedOperation = {
      owner,
      name,
      service: api.service,
      operation,
      handler: (handlers as Record<string, MountedOperation['handler']>)[name]!,
    };
    return operation.atRoot === undefined
      ? [mounted]
      : [mounted, { ...mounted, name: `${name}AtRoot`, operation: { ...operation, path: operation.atRoot } }];
  });
}
