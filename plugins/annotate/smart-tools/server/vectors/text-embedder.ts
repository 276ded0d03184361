import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tokenizer } from '@huggingface/tokenizers';
import type { InferenceSession } from 'onnxruntime-node';
import type { Runtime } from '../inference/open-session.ts';
import { openSession } from '../inference/open-session.ts';
import { unitVector } from './projection.ts';

/** Numbers of a vector. */
export const TEXT_DIMENSION = 384;
/** Longest texts that the model reads; the rest of a longer one is left out. */
const MOST_TOKENS = 256;

interface Opened {
  readonly runtime: Runtime;
  readonly session: InferenceSession;
  readonly tokenizer: Tokenizer;
}

/** Turns texts into vectors by MiniLM. */
export class TextEmbedder {
  #open: Promise<Opened> | undefined;

  constructor(
    private readonly modelsFolder: string,
    private readonly threads: number,
  ) {}

  /** Vectors of texts one after another. */
  async embedAll(texts: readonly string[]): Promise<Float32Array> {
    const vectors = new Float32Array(texts.length * TEXT_DIMENSION);
    for (const [at, text] of texts.entries()) vectors.set(await this.embed(text), at * TEXT_DIMENSION);
    return vectors;
  }

  /** The mean of the vectors of all tokens, of length 1. */
  async embed(text: string): Promise<Float32Array> {
    this.#open ??= this.#start();
    const { runtime, session, tokenizer } = await this.#open.catch((error: unknown) => {
      this.#open = undefined;
      throw error;
    });
    const ids = tokenizer.encode(text).ids.slice(0, MOST_TOKENS);
    const tensor = (values: readonly number[]): InstanceType<Runtime['Tensor']> =>
      new runtime.Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length]);
    const answer = await session.run({
      input_ids: tensor(ids),
      attention_mask: tensor(ids.map(() => 1)),
      token_type_ids: tensor(ids.map(() => 0)),
    });
    const { data, dims } = answer['last_hidden_state']!;
    const width = dims[2]!;
    const sum = new Float32Array(width);
    (data as Float32Array).forEach((value, at) => (sum[at % width]! += value));
    return unitVector(sum);
  }

  async #start(): Promise<Opened> {
    const { Tokenizer: Loaded } = await import('@huggingface/tokenizers');
    const read = async (file: string): Promise<object> =>
      JSON.parse(await readFile(join(this.modelsFolder, 'minilm-l6', file), 'utf8')) as object;
    const tokenizer = new Loaded(await read('tokenizer.json'), await read('tokenizer_config.json'));
    return { tokenizer, ...(await openSession(this.modelsFolder, 'minilm-l6', 'minilm.onnx', this.threads)) };
  }
}
