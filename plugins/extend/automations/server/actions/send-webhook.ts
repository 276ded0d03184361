import { createHmac } from 'node:crypto';
import pLimit from 'p-limit';
import { isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Egress } from '#core/egress/server/index.ts';
import { fillSecrets, secretsIn } from '../../common/custom-action.ts';
import type { SecretValues } from '../secrets.ts';
import { missingSecret, redactor } from '../secrets.ts';
import type { Action, ActionInput, ActionOutcome, ActionScene } from './action.ts';
import { textSetting } from './built-in-actions.ts';

/** Requests of this server at the same time. */
const AT_ONCE = 32;
const TIMEOUT_MS = 30_000;
/** Seconds before the second, third and fourth attempt. */
export const RETRY_AFTER = [60, 300, 1800] as const;
/** Bytes of an answer that the history keeps. */
const KEPT = 2_000;

interface Services {
  readonly egress: Egress;
  /** Returns the secret that signs the requests of a pipeline. */
  secret(context: RequestContext, pipelineId: number): Promise<string | undefined>;
  /** Returns the values of secrets that a header refers to. */
  secrets(context: RequestContext, names: readonly string[]): Promise<SecretValues>;
}

/**
 * Posts the event of each run. `X-Delivery` is the same for every attempt, so that the receiver can drop repetitions.
 */
export function webhookAction({ egress, secret, secrets }: Services): Action {
  const lanes = pLimit(AT_ONCE);
  return {
    external: true,
    async run(context, scene, inputs) {
      const key = await secret(context, scene.pipelineId);
      const text = textSetting(scene.node, 'header_value') ?? '';
      const values = await secrets(context, secretsIn(text));
      const header = fillSecrets(text, (name, of) => {
        const value = values.get(name)?.[of];
        if (value === undefined) throw missingSecret(`${name}.${of}`);
        return value;
      });
      const clean = redactor(values);
      const signal = scene.signal === undefined ? context.signal : AbortSignal.any([context.signal, scene.signal]);
      return Promise.all(
        inputs.map(each => lanes(async () => clean(await send(egress, scene, each, { key, header }, signal)))),
      );
    },
  };
}

async function send(
  egress: Egress,
  { pipelineId, pipelineName, node }: ActionScene,
  input: ActionInput,
  { key: secret, header }: { readonly key: string | undefined; readonly header: string },
  signal: AbortSignal,
): Promise<ActionOutcome> {
  const body = JSON.stringify({
    event: input.event,
    pipeline_id: pipelineId,
    pipeline_name: pipelineName,
    run_id: input.runId,
    context: input.context,
  });
  const extra = textSetting(node, 'header_name');
  try {
    const answer = await egress.fetch(textSetting(node, 'url')!, {
      method: 'POST',
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: 1_000_000,
      // A redirect would carry the event to an address that nobody entered.
      mayFollow: () => false,
      signal,
      headers: {
        ...(extra === undefined ? {} : { [extra.toLowerCase()]: header }),
        'content-type': 'application/json',
        'x-event': input.event,
        'x-delivery': `${input.runId}-${node.id}`,
        ...(secret === undefined
          ? {}
          : { 'x-authorization-content-sha256': createHmac('sha256', secret).update(body).digest('hex') }),
      },
    });
    const text = (await answer.text()).slice(0, KEPT);
    if (answer.status >= 200 && answer.status < 300)
      return { result: 'success', output: { status: answer.status, body: text } };
    return failed(`The address answered ${answer.status}.`, 'WEBHOOK_REFUSED', answer.status >= 500, input.attempt);
  } catch (error) {
    if (signal.aborted)
      return failed('Automations were switched off while it was sent.', 'SWITCHED_OFF', true, input.attempt);
    if (!isFault(error)) throw error;
    return failed(error.message, error.code, error.code !== 'EGRESS_REFUSED', input.attempt);
  }
}

function failed(message: string, code: string, again: boolean, attempt: number): ActionOutcome {
  const retryAfter = again ? RETRY_AFTER[attempt - 1] : undefined;
  return { result: 'failure', error: { code, message }, ...(retryAfter === undefined ? {} : { retryAfter }) };
}
