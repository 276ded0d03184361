import { PassThrough } from 'node:stream';
import type { Readable } from 'node:stream';
import { inject, injectable } from 'inversify';
import { Fault, invalidField, isFault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { RateLimit } from '#core/kernel/server/index.ts';
import { AnnotationRights } from '#plugins/annotate/annotations/server/kit/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import type { ChatMessage, RunRequest, Usage } from '../common/model.ts';
import { mostCharacters } from '../common/model.ts';
import type { RunEvent } from '../common/run-events.ts';
import { eventText } from '../common/run-events.ts';
import { costOf, estimateInput, estimateTokens } from '../common/token-cost.ts';
import { Credentials } from './credentials.ts';
import { parsed } from './dialects/dialect.ts';
import { ModelCaller } from './model-caller.ts';
import { notJsonFault } from './model-faults.ts';
import type { CallableModel } from './models.ts';
import { Models } from './models.ts';
import { RunLog } from './run-log.ts';

/** Milliseconds between signs of life while a provider thinks: proxies hang up on silence. */
const BEAT_MS = 10_000;

interface Asking {
  readonly kind: 'run' | 'try';
  readonly messages: readonly ChatMessage[];
  readonly params?: RunRequest['params'];
  readonly projectId?: number;
  readonly itemId?: number | undefined;
  readonly key?: string | undefined;
}

/** Answers of models as streams of events. Who goes away ends the call to the provider. */
@injectable()
export class ModelRuns {
  /** Calls of one person: bursts of 40, then one a second. */
  readonly #rate = new RateLimit(1, 40);

  constructor(
    @inject(Models) private readonly models: Models,
    @inject(Credentials) private readonly credentials: Credentials,
    @inject(ModelCaller) private readonly caller: ModelCaller,
    @inject(RunLog) private readonly log: RunLog,
    @inject(Items) private readonly items: Items,
    @inject(AnnotationRights) private readonly rights: AnnotationRights,
  ) {}

  /**
   * @throws Fault INVALID_FIELD, NOT_FOUND, FORBIDDEN, MODEL_BUDGET, RUN_REPEATED, RATE_LIMITED; what fails later is an
   * event of the stream.
   */
  async inProject(context: RequestContext, projectId: number, request: RunRequest): Promise<Readable> {
    const messages = messagesOf(request);
    await this.demandItem(context, projectId, request.item_id);
    this.#rate.take(`${context.team.id}/${context.user.id}`);
    const model = await this.models.named(context, projectId, request.model);
    return this.#ask(context, model, {
      kind: 'run',
      messages,
      params: request.params,
      projectId,
      itemId: request.item_id,
      key: request.key,
    });
  }

  /**
   * Asks a model of a project and waits for all of its answer. The same key asks once.
   * @throws Fault as `inProject` does but for RATE_LIMITED, and what the call of the provider throws
   */
  async answer(
    context: RequestContext,
    projectId: number,
    { model: name, prompt, item_id: itemId, key }: Pick<RunRequest, 'model' | 'item_id' | 'key'> & { prompt: string },
    signal: AbortSignal,
  ): Promise<string> {
    await this.demandItem(context, projectId, itemId);
    const model = await this.models.named(context, projectId, name);
    const messages = messagesOf({ model: name, prompt });
    const asking: Asking = { kind: 'run', messages, projectId, itemId, key };
    const { runId, expected } = await this.#begin(context, model, asking);
    let text = '';
    let failure: Fault | undefined;
    await this.#run(context, model, asking, {
      runId,
      expected,
      signal,
      send: ({ name: kind, data }) => {
        if (kind === 'delta') text += data.text;
        if (kind === 'error') failure = new Fault(data.code, data.message, { status: 422 });
      },
    });
    signal.throwIfAborted();
    if (failure !== undefined) throw failure;
    return text;
  }

  async trial(context: RequestContext, modelId: number, prompt: string): Promise<Readable> {
    const model = await this.models.get(context, modelId);
    this.#rate.take(`${context.team.id}/${context.user.id}`);
    return this.#ask(context, model, { kind: 'try', messages: [{ role: 'user', content: prompt }] });
  }

  /**
   * Requires who sees a part of the items only to name one that they may change.
   * @throws Fault INVALID_FIELD, NOT_FOUND, FORBIDDEN
   */
  async demandItem(context: RequestContext, projectId: number, itemId: number | undefined): Promise<void> {
    if (itemId !== undefined) await this.rights.demandWrite(context, await this.items.get(context, itemId, projectId));
    else if (await this.rights.isBound(context, projectId))
      throw invalidField('item_id', 'must name the item that is open');
  }

  async #begin(
    context: RequestContext,
    model: CallableModel,
    asking: Asking,
  ): Promise<{ readonly runId: number; readonly expected: number }> {
    const expected = estimateInput(asking.messages) + estimateTokens(model.row.settings.instructions);
    const runId = await this.log.begin(context, {
      kind: asking.kind,
      target: model.row.name,
      modelId: model.row.id,
      expected,
      reserved: longestAnswer(model, asking) ?? 0,
      ...(asking.projectId === undefined ? {} : { projectId: asking.projectId }),
      itemId: asking.itemId,
      key: asking.key,
    });
    return { runId, expected };
  }

  async #ask(context: RequestContext, model: CallableModel, asking: Asking): Promise<Readable> {
    const { runId, expected } = await this.#begin(context, model, asking);
    const out = new PassThrough();
    const gone = new AbortController();
    out.once('close', () => gone.abort());
    const send = (event: RunEvent): void => {
      if (!out.destroyed) out.write(eventText(event));
    };
    send({ name: 'start', data: { run_id: runId, model: model.row.name } });
    const beat = setInterval(() => {
      if (!out.destroyed) out.write(': wait\n\n');
    }, BEAT_MS);
    void this.#run(context, model, asking, { runId, expected, send, signal: gone.signal })
      .catch((error: unknown) => context.log.error({ err: error, runId }, 'the end of a model run could not be stored'))
      .finally(() => {
        clearInterval(beat);
        out.end();
      });
    return out;
  }

  async #run(
    context: RequestContext,
    model: CallableModel,
    asking: Asking,
    {
      runId,
      expected,
      send,
      signal,
    }: {
      readonly runId: number;
      readonly expected: number;
      readonly send: (event: RunEvent) => void;
      readonly signal: AbortSignal;
    },
  ): Promise<void> {
    const {
      row: { settings },
      credential,
    } = model;
    const { messages, params } = asking;
    const began = performance.now();
    let [text, input, output, finish]: [string, number | undefined, number | undefined, 'stop' | 'length' | 'other'] = [
      '',
      undefined,
      undefined,
      'other',
    ];
    const spent = (): { readonly usage: Usage; readonly cost: number | null; readonly latencyMs: number } => {
      const usage = {
        input_tokens: input ?? expected,
        output_tokens: output ?? estimateTokens(text),
        estimated: input === undefined || output === undefined,
      };
      return { usage, cost: costOf(usage, settings), latencyMs: performance.now() - began };
    };
    try {
      const pieces = this.caller.ask(
        this.credentials.endpoint(credential),
        {
          model: settings.model,
          instructions: settings.instructions,
          messages,
          temperature: params?.temperature ?? settings.temperature,
          maxTokens: longestAnswer(model, asking),
          reasoningEffort: settings.reasoning_effort ?? null,
          verbosity: settings.verbosity ?? null,
          format: settings.response_format,
          schema: settings.response_schema,
        },
        { timeoutMs: settings.timeout_seconds * 1000, retries: settings.retries },
        signal,
      );
      for await (const piece of pieces) {
        input = piece.inputTokens ?? input;
        output = piece.outputTokens ?? output;
        finish = piece.finish ?? finish;
        if (piece.text === undefined) continue;
        text += piece.text;
        send({ name: 'delta', data: { text: piece.text } });
      }
      if (settings.response_format === 'json' && parsed(text) === undefined) throw notJsonFault();
    } catch (error) {
      const fault = signal.aborted
        ? undefined
        : isFault(error)
          ? error
          : new Fault('MODEL_FAILED', 'The call failed on this server. Try again.', { cause: error });
      if (fault !== undefined && !isFault(error)) context.log.error({ err: error, runId }, 'a model run failed');
      // What never got an answer cost nothing.
      const used =
        text === '' && fault !== undefined && fault.code !== 'MODEL_TIMEOUT'
          ? { latencyMs: performance.now() - began }
          : spent();
      await this.log.end(context, runId, {
        ...used,
        state: fault === undefined ? 'stopped' : 'failed',
        ...(fault === undefined ? {} : { error: fault.message }),
      });
      if (fault !== undefined)
        send({ name: 'error', data: { run_id: runId, code: fault.code, message: fault.message } });
      return;
    }
    const { usage, cost, latencyMs } = spent();
    // Stored before it is reported: whoever has the answer finds it in the log.
    await this.log.end(context, runId, { state: 'done', usage, cost, latencyMs });
    send({ name: 'done', data: { run_id: runId, usage, cost, latency_ms: Math.round(latencyMs), finish } });
  }
}

/** Tokens of the longest answer that the model or the caller allows; null where neither names one. */
function longestAnswer({ row }: CallableModel, { params }: Asking): number | null {
  const longest = [row.settings.max_tokens, params?.max_tokens ?? null].filter(each => each !== null);
  return longest.length === 0 ? null : Math.min(...longest);
}

function messagesOf({ messages, prompt }: RunRequest): readonly ChatMessage[] {
  if ((messages === undefined) === (prompt === undefined))
    throw invalidField('messages', 'or prompt must be given, and not both');
  const all = messages ?? [{ role: 'user', content: prompt! } as const];
  if (all.reduce((sum, each) => sum + each.content.length, 0) > mostCharacters)
    throw invalidField('messages', `must have at most ${mostCharacters.toLocaleString('en')} characters together`);
  return all;
}
