import type { ModelAnswer, ModelInput } from './form-protocol.ts';
import type { ScriptEnd } from './script-end.ts';

/** Options of a model's answer. */
export interface ModelOptions {
  /** Called with each piece of the answer as it comes. */
  readonly stream?: (text: string) => void;
}

/** The models of the team. */
export class ModelsModule {
  constructor(private readonly end: ScriptEnd) {}

  /** Models that scripts of this project may ask. */
  async list(): Promise<readonly { readonly name: string; readonly description: string }[]> {
    return this.end.ask('models', {});
  }

  /** The text a model answers. @throws Error when there is no such model, or it fails. */
  async run(model: string, input: string | ModelInput, options: ModelOptions = {}): Promise<string> {
    return (await this.ask(model, input, options)).text;
  }

  /** The answer of a model with its tokens, cost and milliseconds. @throws as `run` */
  async ask(model: string, input: string | ModelInput, { stream }: ModelOptions = {}): Promise<ModelAnswer> {
    const { run, end } = this.end.follow(stream);
    try {
      return await this.end.ask('model', {
        run,
        model: String(model),
        input: typeof input === 'string' ? { prompt: input } : input,
        stream: stream !== undefined,
      });
    } finally {
      end();
    }
  }
}
