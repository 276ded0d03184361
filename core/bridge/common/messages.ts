import { z } from 'zod';

const id = z.string().min(1).max(64);

/** What an editor asks its host: `args` depend on the action (spec 7, host-window messaging). */
export const bridgeRequest = z.strictObject({ id, action: z.string().min(1).max(64), args: z.unknown() });
export type BridgeRequest = z.output<typeof bridgeRequest>;

/** What the host answers; `rejected` means failure and carries `error`. */
export const bridgeResponse = z.discriminatedUnion('state', [
  z.strictObject({ id, state: z.literal('resolved'), data: z.unknown() }),
  z.strictObject({ id, state: z.literal('rejected'), error: z.strictObject({ code: z.string(), message: z.string(), status: z.int().optional() }) }),
]);
export type BridgeResponse = z.output<typeof bridgeResponse>;

/** Something either side tells the other, without an answer. */
export const bridgeEvent = z.strictObject({ event: z.string().min(1).max(64), params: z.unknown() });
export type BridgeEvent = z.output<typeof bridgeEvent>;

/** A message of the bridge; undefined for anything else, which is ignored. */
export function readMessage(message: unknown): { readonly request: BridgeRequest } | { readonly response: BridgeResponse } | { readonly event: BridgeEvent } | undefined {
  const request = bridgeRequest.safeParse(message);
  if (request.success) return { request: request.data };
  const response = bridgeResponse.safeParse(message);
  if (response.success) return { response: response.data };
  const event = bridgeEvent.safeParse(message);
  return event.success ? { event: event.data } : undefined;
}
