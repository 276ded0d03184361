import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tokenizer } from '@huggingface/tokenizers';
import type { InferenceSession } from 'onnxruntime-node';
import type { Runtime } from '../inference/open-session.ts';
import { openSession } from '../inference/open-session.ts';
import { unitVector } from './projection.ts';
import tagHypernyms from './tag-hypernyms.json' with { type: 'json' };

const MOST_TOKENS = 128;

interface Opened {
  readonly runtime: Runtime;
  readonly session: InferenceSession;
  readonly tokenizer: Tokenizer;
  /** Vectors of the names that pictures are tagged with. */
  readonly tags: readonly Float32Array[];
}

/** Compares words with the tags of pictures by MiniLM. */
export class WordMatcher {
  #open: Promise<Opened> | undefined;

  constructor(
    private readonly modelsFolder: string,
    private readonly threads: number,
  ) {}

  /** Returns how well each tag fits the words: cosines from -1 to 1. */
  async match(text: string): Promise<Float32Array> {
    this.#open ??= this.#start();
    const opened = await this.#open.catch((error: unknown) => {
      this.#open = undefined;
      throw error;
    });
    const vector = await embed(opened, text);
    return Float32Array.from(opened.tags, tag => tag.reduce((sum, value, at) => sum + value * vector[at]!, 0));
  }

  async #start(): Promise<Opened> {
    const { Tokenizer: Loaded } = await import('@huggingface/tokenizers');
    const read = async (model: string, file: string): Promise<unknown> =>
      JSON.parse(await readFile(join(this.modelsFolder, model, file), 'utf8'));
    const tokenizer = new Loaded(
      (await read('minilm-l6', 'tokenizer.json')) as object,
      (await read('minilm-l6', 'tokenizer_config.json')) as object,
    );
    const { runtime, session } = await openSession(this.modelsFolder, 'minilm-l6', 'minilm.onnx', this.threads);
    const names = Object.values((await read('resnet50', 'labels.json')) as Readonly<Record<string, string>>);
    const tags: Float32Array[] = [];
    for (const [place, name] of names.entries()) {
      // With what a thing is (WordNet), words such as "pet" or "vehicle" fit too.
      const kinds = tagHypernyms.hypernyms[place] ?? '';
      const text = `a photo of a ${name.replaceAll('_', ' ')}${kinds === '' ? '' : `, ${kinds}`}`;
      tags.push(await embed({ runtime, session, tokenizer }, text));
    }
    return { runtime, session, tokenizer, tags };
  }
}

/** The mean of the vectors of all tokens, of length 1. */
async function embed({ runtime, session, tokenizer }: Omit<Opened, 'tags'>, text: string): Promise<Float32Array> {
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
