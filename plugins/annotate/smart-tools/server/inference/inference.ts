import type { InferenceCall, InferenceCalls, InferenceSettings, PredictInput } from './inference-calls.ts';
import { EmbeddingStore } from './embedding-store.ts';
import { Sam2Decoder } from './sam2-decoder.ts';
import { Sam2Encoder } from './sam2-encoder.ts';
import { TextReader } from '../ocr/text-reader.ts';
import { PictureEmbedder } from '../vectors/picture-embedder.ts';
import { TextEmbedder } from '../vectors/text-embedder.ts';
import { WordMatcher } from '../vectors/word-matcher.ts';

type Work = {
  readonly [C in InferenceCall]: (input: InferenceCalls[C]['input']) => Promise<InferenceCalls[C]['output']>;
};

/**
 * The models, each loaded when it is first asked. The runtime blocks its thread while it works, so this lives in a
 * thread of its own.
 */
export class Inference implements Work {
  readonly #store: EmbeddingStore;
  readonly #encoder: Sam2Encoder;
  readonly #decoder: Sam2Decoder;
  readonly #reader: TextReader;
  readonly #embedder: PictureEmbedder;
  readonly #texts: TextEmbedder;
  readonly #matcher: WordMatcher;

  constructor({ modelsFolder, cacheFolder, threads }: InferenceSettings) {
    this.#store = new EmbeddingStore(cacheFolder);
    this.#encoder = new Sam2Encoder(modelsFolder, threads);
    this.#decoder = new Sam2Decoder(modelsFolder, threads);
    this.#reader = new TextReader(modelsFolder, threads);
    this.#embedder = new PictureEmbedder(modelsFolder, threads);
    this.#texts = new TextEmbedder(modelsFolder, threads);
    this.#matcher = new WordMatcher(modelsFolder, this.#texts);
  }

  async encode({
    key,
    pixels,
    inMemory = false,
  }: InferenceCalls['encode']['input']): Promise<InferenceCalls['encode']['output']> {
    const began = performance.now();
    const embedding = await this.#encoder.encode(pixels);
    const ms = performance.now() - began;
    if (!inMemory) await this.#store.write(key, embedding);
    return { embedding, ms };
  }

  async hold({ key, embedding }: InferenceCalls['hold']['input']): Promise<object> {
    this.#store.hold(key, embedding);
    return {};
  }

  async holds({ key }: InferenceCalls['holds']['input']): Promise<{ readonly held: boolean }> {
    return { held: await this.#store.has(key) };
  }

  async predict(input: PredictInput): Promise<InferenceCalls['predict']['output']> {
    const embedding = await this.#store.get(input.key);
    return embedding === undefined ? { missing: true } : this.#decoder.predict(embedding, input);
  }

  read(input: InferenceCalls['read']['input']): Promise<InferenceCalls['read']['output']> {
    return this.#reader.read(input);
  }

  embedPictures({
    pixels,
    count,
  }: InferenceCalls['embedPictures']['input']): Promise<InferenceCalls['embedPictures']['output']> {
    return this.#embedder.embed(pixels, count);
  }

  async embedTexts({ texts }: InferenceCalls['embedTexts']['input']): Promise<InferenceCalls['embedTexts']['output']> {
    return { vectors: await this.#texts.embedAll(texts) };
  }

  async matchTags({ text }: InferenceCalls['matchTags']['input']): Promise<InferenceCalls['matchTags']['output']> {
    return { scores: await this.#matcher.match(text) };
  }
}

/** Runs one call by its name. */
export function runCall<C extends InferenceCall>(
  inference: Inference,
  call: C,
  input: InferenceCalls[C]['input'],
): Promise<InferenceCalls[C]['output']> {
  return (inference as Work)[call](input as never) as Promise<InferenceCalls[C]['output']>;
}
