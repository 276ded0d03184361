import { EventSourceParserStream } from 'eventsource-parser/stream';
import { inject } from 'inversify';
import { Fault, randomUuid } from '#core/base/common/index.ts';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import type {
  FormModels,
  ModelAnswer,
  ModelQuestion,
  ScriptCall,
} from '#plugins/annotate/editor-form/web/kit/index.ts';
import { formModelsApi } from '../../common/api.ts';
import { readEvent } from '../../common/run-events.ts';

/**
 * Models and hosts outside, for forms and their scripts:
 * `get(ModelRuns).run(projectId, { model, prompt }, { onDelta, signal })`.
 */
export class ModelRuns implements FormModels {
  readonly #api: Client<typeof formModelsApi>;

  constructor(@inject(Transport) transport: Transport) {
    this.#api = client(formModelsApi, transport);
  }

  async list(projectId: number): Promise<readonly { readonly name: string; readonly description: string }[]> {
    return (await this.#api.projectModels({ params: { project_id: projectId } })).models;
  }

  async run(
    projectId: number,
    { model, messages, prompt, params, itemId }: ModelQuestion,
    { onDelta, signal }: { readonly onDelta?: (text: string) => void; readonly signal?: AbortSignal } = {},
  ): Promise<ModelAnswer> {
    const body = {
      model,
      key: randomUuid(),
      ...(messages === undefined ? {} : { messages: messages.map(each => ({ ...each })) }),
      ...(prompt === undefined ? {} : { prompt }),
      ...(params === undefined ? {} : { params }),
      ...(itemId === undefined ? {} : { item_id: itemId }),
    };
    return readAnswer(
      await this.#api.runModel({
        params: { project_id: projectId },
        body,
        ...(signal === undefined ? {} : { signal }),
      }),
      onDelta,
      signal,
    );
  }

  fetch(
    projectId: number,
    { itemId, ...call }: ScriptCall,
    signal?: AbortSignal,
  ): Promise<{ readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }> {
    return this.#api.scriptFetch({
      params: { project_id: projectId },
      body: { ...call, headers: { ...call.headers }, ...(itemId === undefined ? {} : { item_id: itemId }) },
      ...(signal === undefined ? {} : { signal }),
    });
  }
}

/**
 * Reads a streamed answer to its end.
 * @throws Fault with the code of the failure, MODEL_CUT when the stream ends before the answer does.
 */
export async function readAnswer(
  response: Response,
  onDelta: ((text: string) => void) | undefined,
  signal: AbortSignal | undefined,
): Promise<ModelAnswer> {
  let text = '';
  try {
    const reader = response
      .body!.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array<ArrayBuffer>, string>)
      .pipeThrough(new EventSourceParserStream())
      .getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const event = readEvent(value.event, value.data);
      if (event?.name === 'delta') {
        text += event.data.text;
        onDelta?.(event.data.text);
      } else if (event?.name === 'error') throw new Fault(event.data.code, event.data.message, { status: 422 });
      else if (event?.name === 'done')
        return {
          text,
          usage: event.data.usage,
          cost: event.data.cost,
          latencyMs: event.data.latency_ms,
          runId: event.data.run_id,
        };
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof Fault) throw error;
    throw new Fault('NETWORK', 'The connection to the server broke off. Try again.', { status: 502, cause: error });
  }
  throw new Fault('MODEL_CUT', 'The answer broke off. Try again.', { status: 502 });
}
