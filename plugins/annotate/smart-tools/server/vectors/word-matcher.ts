import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import tagHypernyms from './tag-hypernyms.json' with { type: 'json' };
import type { TextEmbedder } from './text-embedder.ts';

/** Compares words with the tags of pictures by MiniLM. */
export class WordMatcher {
  /** Vectors of the names that pictures are tagged with. */
  #tags: Promise<readonly Float32Array[]> | undefined;

  constructor(
    private readonly modelsFolder: string,
    private readonly embedder: TextEmbedder,
  ) {}

  /** Returns how well each tag fits the words: cosines from -1 to 1. */
  async match(text: string): Promise<Float32Array> {
    this.#tags ??= this.#start();
    const tags = await this.#tags.catch((error: unknown) => {
      this.#tags = undefined;
      throw error;
    });
    const vector = await this.embedder.embed(text);
    return Float32Array.from(tags, tag => tag.reduce((sum, value, at) => sum + value * vector[at]!, 0));
  }

  async #start(): Promise<readonly Float32Array[]> {
    const labels = JSON.parse(await readFile(join(this.modelsFolder, 'resnet50', 'labels.json'), 'utf8')) as unknown;
    const tags: Float32Array[] = [];
    for (const [place, name] of Object.values(labels as Readonly<Record<string, string>>).entries()) {
      // With what a thing is (WordNet), words such as "pet" or "vehicle" fit too.
      const kinds = tagHypernyms.hypernyms[place] ?? '';
      const text = `a photo of a ${name.replaceAll('_', ' ')}${kinds === '' ? '' : `, ${kinds}`}`;
      tags.push(await this.embedder.embed(text));
    }
    return tags;
  }
}
