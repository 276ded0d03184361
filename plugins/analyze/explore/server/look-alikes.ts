import { inject } from 'inversify';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { picturesOf } from '../common/query/pictures-of.ts';
import type { SimilarTo, TypedExpression, TypedQuery } from '../common/query/typed-query.ts';
import { Embeddings } from './embeddings/embeddings.ts';
import { SimilarTexts } from './embeddings/similar-texts.ts';
import type { LeftOut, SimilarEntry } from './embeddings/similar-vectors.ts';
import { SimilarVectors } from './embeddings/similar-vectors.ts';
import { FIRST_PASSAGE } from './embeddings/text-targets.ts';
import { ItemTexts } from './item-texts.ts';
import { Pictures } from './pictures/pictures.ts';
import { SimilarPictures } from './pictures/similar-pictures.ts';
import type { SimilarFound, SimilarObject } from './query-planner.ts';
import { QuerySchemas } from './query-schemas.ts';

/** Results of the conditions of a query on the look of pictures. */
export interface FoundLookAlikes {
  readonly similar: ReadonlyMap<TypedExpression, SimilarFound>;
  /**
   * Items of the only condition on similarity, the most similar first: results keep this order unless another is asked
   * for.
   */
  readonly ranking: readonly number[] | undefined;
  /** Objects of that condition, where it looks for objects. */
  readonly objects: readonly SimilarObject[] | undefined;
  /** Positions of the passages that fit best, by the ids of their items. */
  readonly passages: ReadonlyMap<number, number>;
  /** Words that are looked for as they are written. */
  readonly texts: readonly string[];
}

/**
 * Finds pictures and objects that look alike: by the model of the installation, or by colours and edges where there is
 * none. Finds texts by their meaning, and by words.
 */
export class LookAlikes {
  constructor(
    @inject(Pictures) private readonly pictures: Pictures,
    @inject(SimilarPictures) private readonly byColours: SimilarPictures,
    @inject(Embeddings) private readonly embeddings: Embeddings,
    @inject(SimilarVectors) private readonly byModel: SimilarVectors,
    @inject(SimilarTexts) private readonly byMeaning: SimilarTexts,
    @inject(ItemTexts) private readonly byText: ItemTexts,
    @inject(QuerySchemas) private readonly schemas: QuerySchemas,
  ) {}

  /** @throws Fault NOT_FOUND, SIMILARITY_NOT_READY (409), MODEL_UNAVAILABLE (503), NO_PICTURE (422). */
  async of(context: RequestContext, projectId: number, query: TypedQuery): Promise<FoundLookAlikes> {
    const asked = picturesOf(query);
    if (asked.measured) await this.pictures.demandReady(context, projectId);
    if (asked.neighbours) await this.embeddings.demandReady(context, projectId);
    if (asked.texts) await this.byText.demandRead(context, projectId);
    const similar = new Map<TypedExpression, SimilarFound>();
    for (const term of asked.similar) similar.set(term, await this.find(context, projectId, term.to, term.count));
    const [first, ...others] = asked.similar;
    const isRanked = first !== undefined && others.length === 0 && !('text' in first.to);
    const only = isRanked ? similar.get(first) : undefined;
    const passages = new Map([...similar.values()].flatMap(each => [...(each.passages ?? [])]));
    const texts = asked.similar.flatMap(({ to }) => ('text' in to ? [to.text] : []));
    return { similar, ranking: only?.items, objects: only?.objects, passages, texts };
  }

  /** The most similar items, the best first, with the objects where an object was given. */
  async find(
    context: RequestContext,
    projectId: number,
    to: SimilarTo,
    count: number,
  ): Promise<SimilarFound & { readonly scores: ReadonlyMap<number, number> }> {
    if ('text' in to) {
      const { components } = await this.schemas.hidden(context, projectId);
      const items = await this.byText.find(context, projectId, to.text, count, components);
      return { items, scores: new Map() };
    }
    const byModel =
      'diverse' in to
        ? await this.byModel.diverse(context, projectId, count)
        : 'words' in to
          ? await this.#words(context, projectId, to.words, count)
          : to.position !== undefined || (await this.embeddings.readiness()).provider !== undefined
            ? await this.byModel.of(context, projectId, to, count)
            : undefined;
    const found =
      byModel ?? ('itemId' in to ? (await this.byColours.all(context, projectId, to.itemId)).slice(0, count) : []);
    const scores = new Map<number, number>();
    for (const { itemId, score } of found) if (!scores.has(itemId)) scores.set(itemId, score);
    const objects = 'position' in to && to.position !== undefined ? byModel : undefined;
    const texts = 'words' in to ? (byModel ?? []).filter(each => each.position <= FIRST_PASSAGE) : [];
    return {
      items: [...scores.keys()],
      objects,
      scores,
      passages: new Map(texts.map(each => [each.itemId, each.position])),
    };
  }

  /**
   * The pictures or objects most like an example, the best first, without those of which `leftOut` is true; and the
   * likeness of all, or of a sample, of what could be found.
   * @throws Fault as {@link find}.
   */
  async findWithSample(
    context: RequestContext,
    projectId: number,
    example: { readonly itemId: number; readonly position?: number },
    count: number,
    leftOut: LeftOut,
  ): Promise<{ readonly found: readonly SimilarEntry[]; readonly sample: readonly number[] }> {
    if (example.position !== undefined || (await this.embeddings.readiness()).provider !== undefined)
      return this.byModel.withSample(context, projectId, example, count, leftOut);
    const all = await this.byColours.all(context, projectId, example.itemId, id => leftOut({ itemId: id, classId: 0 }));
    return { found: all.slice(0, count).map(each => ({ ...each, position: -1 })), sample: all.map(each => each.score) };
  }

  /**
   * Pictures and texts that fit words. Their likeness comes from different models and cannot be compared: the best of
   * each take turns.
   */
  async #words(
    context: RequestContext,
    projectId: number,
    words: string,
    count: number,
  ): Promise<readonly SimilarEntry[]> {
    const { components } = await this.schemas.hidden(context, projectId);
    const texts = await this.byMeaning.find(context, projectId, words, count, components);
    const { provider, wordsReason, total } = await this.embeddings.state(context, projectId);
    // Projects of texts have no pictures, and need no model for them.
    const pictures =
      texts !== undefined && (provider === undefined || wordsReason !== undefined || total === 0)
        ? []
        : await this.byModel.words(context, projectId, words, count);
    const turns = Array.from({ length: Math.max(pictures.length, texts?.length ?? 0) }, (_, at) => [
      texts?.[at],
      pictures[at],
    ]);
    const found = new Map<number, SimilarEntry>();
    for (const each of turns.flat()) if (each !== undefined && !found.has(each.itemId)) found.set(each.itemId, each);
    return [...found.values()].slice(0, count);
  }

  /** Reads the texts of a project where they are few. Those that are left to a job are read by it. */
  async readTexts(context: RequestContext, projectId: number): Promise<void> {
    await this.byText.demandRead(context, projectId).catch((error: unknown) => {
      if (!(error instanceof Fault && error.code === 'TEXTS_NOT_READ')) throw error;
    });
  }

  /** The passages of some items that were looked for, by their ids. */
  async excerpts(
    context: RequestContext,
    projectId: number,
    itemIds: readonly number[],
    { passages, texts }: Pick<FoundLookAlikes, 'passages' | 'texts'>,
  ): Promise<ReadonlyMap<number, { readonly excerpt: string }>> {
    const shown = new Map([...passages].filter(([id]) => itemIds.includes(id)));
    const found = new Map(shown.size === 0 ? [] : await this.byMeaning.excerpts(context, projectId, shown));
    if (texts.length === 0 || itemIds.length === 0) return found;
    const { components } = await this.schemas.hidden(context, projectId);
    for (const text of texts)
      for (const [id, each] of await this.byText.excerpts(context, projectId, itemIds, text, components))
        found.set(id, each);
    return found;
  }
}
