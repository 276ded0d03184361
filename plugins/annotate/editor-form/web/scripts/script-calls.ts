import { Fault, isFault } from '#core/base/common/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { FormActions, HttpAnswer, ModelAnswer, ModelMessage } from '#sdk/form/form-protocol.ts';
import type { FormModels, FormServices, ScriptCall } from '../kit/form-services.ts';

/** Calls of one script that are under way at most; more wait in the script. */
const MOST_CALLS = 8;
const LONGEST_TEXT = 2_000_000;

interface CallPorts {
  readonly projectId: number;
  readonly itemId: number;
  readonly services: FormServices;
  readonly delta: (run: number, text: string) => void;
}

/** Calls a script makes of models and other services: checked, counted, and ended with it. */
export class ScriptCalls {
  readonly #ending = new AbortController();
  readonly #models = new Set<AbortController>();
  #under = 0;

  constructor(private readonly ports: CallPorts) {}

  /** @throws Fault NO_MODELS while the plugin of models is off. */
  get #given(): FormModels {
    const { models } = this.ports.services;
    if (models === undefined) throw new Fault('NO_MODELS', 'Models and calls to other services are switched off here.');
    return models;
  }

  /** True while a model answers. */
  get isAsking(): boolean {
    return this.#models.size > 0;
  }

  models(): Promise<readonly { readonly name: string; readonly description: string }[]> {
    return this.#counted(() => this.#given.list(this.ports.projectId));
  }

  /** @throws Fault BAD_CALL naming what is wrong with it, or what the server answers. */
  model({ run, model, input, stream }: FormActions['model']['args']): Promise<ModelAnswer> {
    return this.#counted(async () => {
      if (typeof model !== 'string' || model === '' || model.length > 200)
        throw new Fault('BAD_CALL', "Name the model: models.run('my-model', …).");
      if (!isRecord(input)) throw new Fault('BAD_CALL', 'Give the model a text, a prompt or messages.');
      const { prompt, messages, params } = input;
      if (typeof prompt !== 'string' && !isMessages(messages))
        throw new Fault('BAD_CALL', 'Give the model a text, a prompt or messages.');
      const ending = new AbortController();
      this.#models.add(ending);
      try {
        const answer = await this.#given.run(
          this.ports.projectId,
          {
            model,
            itemId: this.ports.itemId,
            ...(typeof prompt === 'string' ? { prompt } : {}),
            ...(isMessages(messages) ? { messages } : {}),
            params: paramsOf(params),
          },
          {
            signal: AbortSignal.any([ending.signal, this.#ending.signal]),
            ...(stream === true && Number.isSafeInteger(run) ? { onDelta: text => this.ports.delta(run, text) } : {}),
          },
        );
        const { text, latencyMs, usage, cost } = answer;
        return {
          text,
          latencyMs,
          ...(usage === undefined
            ? {}
            : { usage: { input_tokens: usage.input_tokens, output_tokens: usage.output_tokens } }),
          ...(cost === undefined ? {} : { cost }),
        };
      } catch (error) {
        throw ending.signal.aborted ? new Fault('STOPPED', 'The answer of the model was stopped.') : error;
      } finally {
        this.#models.delete(ending);
      }
    });
  }

  /** @throws Fault BAD_CALL naming what is wrong with it, or what the server answers. */
  fetch({ url, method, headers, body }: FormActions['fetch']['args']): Promise<HttpAnswer> {
    return this.#counted(async () => {
      if (typeof url !== 'string' || url.length > 8000)
        throw new Fault('BAD_CALL', "Give an address: http.fetch('https://…').");
      if (!isMethod(method))
        throw new Fault(
          'BAD_CALL',
          `'${String(method).slice(0, 20)}' is no method. Use GET, POST, PUT, PATCH or DELETE.`,
        );
      if (!isRecord(headers) || !Object.values(headers).every(each => typeof each === 'string'))
        throw new Fault('BAD_CALL', 'Headers are texts.');
      if (body !== undefined && (typeof body !== 'string' || body.length > LONGEST_TEXT))
        throw new Fault('BAD_CALL', 'The body of a call is a text of at most 2 MB.');
      return this.#given.fetch(
        this.ports.projectId,
        { url, method, headers, itemId: this.ports.itemId, ...(body === undefined ? {} : { body }) },
        this.#ending.signal,
      );
    });
  }

  /** Ends the answers of models; true when there were some. */
  stop(): boolean {
    const some = this.#models.size > 0;
    for (const each of this.#models) each.abort();
    return some;
  }

  close(): void {
    this.#ending.abort();
  }

  async #counted<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    if (this.#under >= MOST_CALLS)
      throw new Fault('TOO_MANY', `A script has at most ${MOST_CALLS} calls under way. Wait for one of them.`);
    this.#under += 1;
    try {
      return await call();
    } catch (error) {
      // What the bridge carries needs a code; anything else stays private.
      throw isFault(error) ? error : new Fault('FAILED', 'The call failed. Check the connection.');
    } finally {
      this.#under -= 1;
    }
  }
}

const methods: ReadonlySet<unknown> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
const isMethod = (given: unknown): given is NonNullable<ScriptCall['method']> => methods.has(given);

/** Settings of one call that models take; others are named. */
function paramsOf(given: unknown): { readonly temperature?: number; readonly max_tokens?: number } {
  if (given === undefined) return {};
  if (!isRecord(given)) throw new Fault('BAD_CALL', 'params is an object: { temperature, max_tokens }.');
  for (const [name, value] of Object.entries(given)) {
    if (name !== 'temperature' && name !== 'max_tokens')
      throw new Fault('BAD_CALL', `params.${name.slice(0, 40)} is not known. Use temperature and max_tokens.`);
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw new Fault('BAD_CALL', `params.${name} is a number.`);
  }
  return given;
}

const isMessages = (given: unknown): given is readonly ModelMessage[] =>
  Array.isArray(given) &&
  given.length > 0 &&
  given.length <= 1000 &&
  given.every(
    each =>
      isRecord(each) &&
      ['system', 'user', 'assistant'].includes(String(each['role'])) &&
      typeof each['content'] === 'string',
  );
