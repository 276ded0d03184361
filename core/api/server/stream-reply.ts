import type { Readable } from 'node:stream';

/** An answer that is bytes: handlers of operations whose reply is `bytes` give one. */
export interface StreamReply {
  readonly kind: 'stream';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | Buffer | undefined;
}

export function streamReply(
  body: Readable | Buffer | undefined,
  headers: Readonly<Record<string, string>>,
  status = 200,
): StreamReply {
  return { kind: 'stream', status, headers, body };
}
