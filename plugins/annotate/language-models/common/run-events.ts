import { z } from '#core/api/common/index.ts';
import { usage } from './model.ts';

/** Events of a streamed answer: one `start`, any number of `delta`, then one `done` or one `error`. */
export const runEvents = {
  start: z.object({ run_id: z.int(), model: z.string() }),
  delta: z.object({ text: z.string() }),
  done: z.object({
    run_id: z.int(),
    usage,
    /** US dollars; null without prices. */ cost: z.number().nullable(),
    /** Milliseconds until the last byte. */ latency_ms: z.int(),
    /** Why the answer ended: `length` when it reached the longest allowed one. */ finish: z.enum([
      'stop',
      'length',
      'other',
    ]),
  }),
  error: z.object({ run_id: z.int().optional(), code: z.string(), message: z.string() }),
} as const;

export type RunEventName = keyof typeof runEvents;
export type RunEvent = {
  readonly [K in RunEventName]: { readonly name: K; readonly data: z.output<(typeof runEvents)[K]> };
}[RunEventName];

/** An event as server-sent events write it. */
export const eventText = ({ name, data }: RunEvent): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * Reads an event; undefined for one of another name, such as of a newer server.
 * @throws ZodError for a malformed one.
 */
export function readEvent(name: string | undefined, text: string): RunEvent | undefined {
  if (name === undefined || !(name in runEvents)) return undefined;
  return { name, data: runEvents[name as RunEventName].parse(JSON.parse(text)) } as RunEvent;
}
