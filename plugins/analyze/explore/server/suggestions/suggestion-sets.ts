import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { ClassType } from '#plugins/workspace/classes/common/index.ts';
import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import { Items } from '#plugins/workspace/items/server/kit/index.ts';
import { ProjectType } from '#plugins/workspace/projects/common/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import type { OpenSuggestion, Suggestion, SuggestionRef, SuggestionSet } from '../../common/suggestion-api.ts';
import { SUGGESTION_PAGE } from '../../common/suggestion-api.ts';
import { LookAlikes } from '../look-alikes.ts';
import { QuerySchemas } from '../query-schemas.ts';
import type { LeftOut } from '../embeddings/similar-vectors.ts';
import { BoxSearch } from './box-search.ts';
import { clearlyAlike } from './clearly-alike.ts';
import type { SetRow, SuggestionRow } from './suggestion-rows.ts';
import { addSuggestions, markRejected, suggestionRows, taggedItems } from './suggestion-rows.ts';

type Trx = Kysely<unknown>;

/** Layers of a project. */
const MOST_SETS = 100;

/** An example, the class it gives, and how many are to be found. */
export interface SuggestionRequest {
  readonly itemId: number;
  /** Undefined for the entire picture. */
  readonly position: number | undefined;
  readonly classId: number;
  readonly limit: number;
  /** Pictures in which new boxes are looked for; undefined where the class is suggested for what is there. */
  readonly pictures: number | undefined;
}

interface Layer {
  readonly row: SetRow;
  readonly owner: AnnotationClass;
  /** Suggestions of items that the caller sees. */
  readonly suggestions: readonly SuggestionRow[];
}

/** Layers of suggested classes. Nothing of them is part of a document until somebody accepts it by an item change. */
export class SuggestionSets {
  constructor(
    @inject(LookAlikes) private readonly alike: LookAlikes,
    @inject(Items) private readonly items: Items,
    @inject(Classes) private readonly classes: Classes,
    @inject(QuerySchemas) private readonly schemas: QuerySchemas,
    @inject(Projects) private readonly projects: Projects,
    @inject(BoxSearch) private readonly boxes: BoxSearch,
  ) {}

  /**
   * Suggests a class for the most similar objects or pictures that do not have it, or starts to look for new boxes.
   * @throws Fault NOT_FOUND, INVALID_FIELD, PROJECT_LIMIT (422) and those of {@link LookAlikes} and {@link BoxSearch}.
   */
  async create(context: RequestContext, projectId: number, request: SuggestionRequest): Promise<SuggestionSet> {
    const { itemId, position, classId, limit, pictures } = request;
    const kind = position === undefined ? 'tag' : pictures === undefined ? 'object' : 'box';
    const owner = (await this.#classes(context, projectId)).get(classId);
    if (owner?.type !== (kind === 'tag' ? ClassType.Tag : ClassType.Object))
      throw invalidField(
        'class_id',
        kind === 'tag' ? 'must be a class for entire items' : 'must be a class for objects of this project',
      );
    if (pictures !== undefined) {
      if (position === undefined) throw invalidField('position', 'must name the object that new boxes are to be like');
      if ((await this.projects.facts(context, projectId))?.type !== ProjectType.Vector)
        throw invalidField('pictures', 'must be absent: new boxes are looked for in image projects');
      const searched = await this.boxes.pictures(context, projectId, { itemId, position }, pictures);
      const row = await context.transaction(async (trx: Trx) =>
        this.boxes.start(
          trx,
          context,
          await this.#insert(trx, context, projectId, request, kind, 0),
          position,
          searched,
        ),
      );
      return this.#view(context, await this.#layer(context, row, owner));
    }
    const tagged =
      kind === 'tag'
        ? await context.transaction((trx: Trx) => taggedItems(trx, context, projectId, classId))
        : new Set<number>();
    const example = position === undefined ? { itemId } : { itemId, position };
    const leftOut: LeftOut = each => (kind === 'tag' ? tagged.has(each.itemId) : each.classId === classId);
    const { found, sample } = await this.alike.findWithSample(context, projectId, example, limit, leftOut);
    const start = clearlyAlike(sample);
    const entries = found.map(({ itemId: item_id, position, score }) => ({ item_id, position, score }));
    const row = await context.transaction(async (trx: Trx) => {
      const made = await this.#insert(trx, context, projectId, request, kind, start);
      await addSuggestions(trx, context, made, entries);
      return made;
    });
    return this.#view(context, await this.#layer(context, row, owner));
  }

  async #insert(
    trx: Trx,
    context: RequestContext,
    projectId: number,
    { classId, itemId }: SuggestionRequest,
    kind: SetRow['kind'],
    start: number,
  ): Promise<SetRow> {
    const { rows } =
      await sql<SetRow>`insert into explore.suggestion_set (team_id, project_id, class_id, kind, item_id, creator, clearly_alike)
      values (${context.team.id}::int, ${projectId}::int, ${classId}::int, ${kind}, ${itemId}::int, ${context.user.email}, ${start}) returning *`.execute(
        trx,
      );
    const { rows: counts } = await sql<{ count: number }>`select count(*)::int as count from explore.suggestion_set
      where team_id = ${context.team.id}::int and project_id = ${projectId}::int`.execute(trx);
    if (counts[0]!.count > MOST_SETS)
      throw new Fault('PROJECT_LIMIT', `A project has at most ${MOST_SETS} layers of suggestions. Delete one first.`, {
        status: 422,
      });
    return rows[0]!;
  }

  /** One page of layers, newest first; those of classes that are gone are left out. */
  async list(
    context: RequestContext,
    projectId: number,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly data: SuggestionSet[]; readonly count: number }> {
    const owners = await this.#classes(context, projectId);
    const { rows } = await context.transaction((trx: Trx) =>
      sql<SetRow>`select * from explore.suggestion_set where team_id = ${context.team.id}::int and project_id = ${projectId}::int
        and class_id = any(${[...owners.keys()]}::int[]) order by id desc`.execute(trx),
    );
    const data: SuggestionSet[] = [];
    for (const row of rows.slice(offset, offset + limit))
      data.push(await this.#view(context, await this.#layer(context, row, owners.get(row.class_id)!)));
    return { data, count: rows.length };
  }

  /** One page of open suggestions of at least a likeness. @throws Fault NOT_FOUND */
  async page(
    context: RequestContext,
    projectId: number,
    id: number,
    { offset, least }: { readonly offset: number; readonly least: number },
  ): Promise<{ readonly set: SuggestionSet; readonly data: Suggestion[]; readonly count: number }> {
    const layer = await this.#get(context, projectId, id);
    const open = openOf(layer, least);
    const names = await this.#classes(context, projectId);
    const data = open
      .slice(offset, offset + SUGGESTION_PAGE)
      .map(({ key, state: _, ...each }) => ({
        ...each,
        position: each.position ?? -1,
        id: key,
        type: each.type ?? (layer.row.kind === 'box' ? 'bbox' : null),
        class_id: each.class_id ?? -1,
        className: names.get(each.class_id ?? -1)?.name ?? null,
        attributes: [],
      }));
    return { set: await this.#view(context, layer), data, count: open.length };
  }

  /** Names all open suggestions of at least a likeness. @throws Fault NOT_FOUND */
  async open(context: RequestContext, projectId: number, id: number, least: number): Promise<OpenSuggestion[]> {
    const layer = await this.#get(context, projectId, id);
    return openOf(layer, least).map(({ item_id, key, x, y, width, height }) => ({
      item_id,
      id: key,
      ...(layer.row.kind === 'box' ? { box: { x: x!, y: y!, width: width!, height: height! } } : {}),
    }));
  }

  /** Rejects suggestions of items the caller sees, or opens them again. @throws Fault NOT_FOUND */
  async reject(
    context: RequestContext,
    projectId: number,
    id: number,
    suggestions: readonly SuggestionRef[],
    rejected: boolean,
  ): Promise<SuggestionSet> {
    const { row } = await this.#get(context, projectId, id);
    const seen = await this.items.byIds(context, projectId, [...new Set(suggestions.map(each => each.item_id))]);
    const own = suggestions.filter(each => seen.has(each.item_id));
    await context.transaction((trx: Trx) => markRejected(trx, context, row.id, own, rejected));
    return this.#view(context, await this.#get(context, projectId, id));
  }

  /** @throws Fault NOT_FOUND */
  async delete(context: RequestContext, projectId: number, id: number): Promise<void> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql`delete from explore.suggestion_set where team_id = ${context.team.id}::int and project_id = ${projectId}::int and id = ${id}::int returning id`.execute(
        trx,
      ),
    );
    if (rows.length === 0) throw notFound('The layer of suggestions');
  }

  async #get(context: RequestContext, projectId: number, id: number): Promise<Layer> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql<SetRow>`select * from explore.suggestion_set where team_id = ${context.team.id}::int and project_id = ${projectId}::int and id = ${id}::int`.execute(
        trx,
      ),
    );
    const owner = rows[0] === undefined ? undefined : (await this.#classes(context, projectId)).get(rows[0].class_id);
    if (rows[0] === undefined || owner === undefined) throw notFound('The layer of suggestions');
    return this.#layer(context, rows[0], owner);
  }

  async #layer(context: RequestContext, row: SetRow, owner: AnnotationClass): Promise<Layer> {
    const all = await context.transaction((trx: Trx) => suggestionRows(trx, context, row));
    const seen = await this.items.byIds(context, row.project_id, [...new Set(all.map(each => each.item_id))]);
    return { row, owner, suggestions: all.filter(each => seen.has(each.item_id)) };
  }

  /** Classes the caller may know of, by id. */
  async #classes(context: RequestContext, projectId: number): Promise<ReadonlyMap<number, AnnotationClass>> {
    const { classIds } = await this.schemas.hidden(context, projectId);
    const all = await this.classes.ofProject(context, projectId);
    return new Map(all.filter(each => !classIds.includes(each.id)).map(each => [each.id, each]));
  }

  async #view(context: RequestContext, { row, owner, suggestions }: Layer): Promise<SuggestionSet> {
    const source = (await this.items.byIds(context, row.project_id, [row.item_id])).get(row.item_id);
    const count = (state: SuggestionRow['state']): number => suggestions.filter(each => each.state === state).length;
    return {
      id: row.id,
      project_id: row.project_id,
      class_id: owner.id,
      class_name: owner.name,
      color: owner.color,
      kind: row.kind,
      source: source === undefined ? null : { item_id: source.id, name: source.name },
      creator: row.creator,
      createdAt: row.created_at.toISOString(),
      counts: { open: count('open'), accepted: count('accepted'), rejected: count('rejected') },
      clearly_alike: row.clearly_alike,
      search: (await this.boxes.progress(context, row)) ?? null,
    };
  }
}

const openOf = ({ suggestions }: Layer, least: number): readonly SuggestionRow[] =>
  suggestions.filter(each => each.state === 'open' && each.score >= least);
