import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ProjectVectors } from './project-vectors.ts';
import { comparedOf } from './project-vectors.ts';
import { VectorTables } from './vector-tables.ts';
import { VectorThread } from './vector-thread.ts';

type Trx = Kysely<unknown>;

/** Pictures or objects up to which each is compared with all others. */
const MOST_COMPARED = 20_000;
/** Up to so many all are measured again after each change; of more, only those that changed. */
const MOST_AGAIN = 2000;
/** Entries of one call: other searches take their turn in between. */
const PART = 500;

/**
 * Compares each picture and each object with those that look most like it: odd pictures, and labels that neighbours
 * contradict.
 */
export class NeighbourMeasures {
  constructor(
    @inject(VectorTables) private readonly tables: VectorTables,
    @inject(VectorThread) private readonly thread: VectorThread,
  ) {}

  /** Measures a project. Measures stay unknown where there are too many pictures or objects. */
  async update(context: RequestContext, projectId: number, version: string, dimension: number): Promise<void> {
    const all = await this.tables.of(context, projectId, version, dimension);
    const table = comparedOf(all);
    const placesOf = (wanted: (at: number) => boolean): Int32Array =>
      Int32Array.from([...all.items.keys()].filter(wanted));
    const labelled = placesOf(at => all.ofObjects[at] === 1 && all.classes[at]! > 0);
    const classes = labelled.map(at => all.classes[at]!);
    await this.#measure(context, projectId, all, labelled, 'label_doubt', asked =>
      this.thread.call({ kind: 'contradicted', table, places: labelled, classes, asked }),
    );
    const pictures = placesOf(at => all.ofPictures[at] === 1);
    await this.#measure(context, projectId, all, pictures, 'oddness', asked =>
      this.thread.call({ kind: 'oddness', table, places: pictures, asked }),
    );
  }

  /** Returns whether labels were stored again since they were measured. */
  async hasOpenLabels(context: RequestContext, projectId: number, version: string): Promise<boolean> {
    const { rows } = await context.transaction((trx: Trx) =>
      sql<{ labelled: number; open: number }>`
        select count(*)::int as labelled, (count(*) filter (where kept.label_doubt is null))::int as open
        from explore.embedding as kept join explore.instance as r
          on r.team_id = kept.team_id and r.item_id = kept.item_id and r.position = kept.position
        where kept.team_id = ${context.team.id}::int and kept.project_id = ${projectId}::int and kept.provider = ${version}::text
          and kept.vector is not null and r.class_id > 0`.execute(trx),
    );
    const { labelled, open } = rows[0]!;
    return labelled <= MOST_COMPARED && open > 0;
  }

  async #measure(
    context: RequestContext,
    projectId: number,
    { items, positions }: ProjectVectors,
    places: Int32Array,
    column: 'label_doubt' | 'oddness',
    measure: (asked: Int32Array) => Promise<Float64Array>,
  ): Promise<void> {
    if (places.length > MOST_COMPARED) return;
    const own = sql`kept.team_id = ${context.team.id}::int and kept.project_id = ${projectId}::int`;
    const { rows } = await context.transaction((trx: Trx) =>
      sql<{
        name: string;
      }>`select kept.item_id || '/' || kept.position as name from explore.embedding as kept where ${own} and kept.${sql.ref(column)} is null`.execute(
        trx,
      ),
    );
    const open = new Set(rows.map(each => each.name));
    const asked =
      places.length <= MOST_AGAIN ? places : places.filter(at => open.has(`${items[at]!}/${positions[at]!}`));
    for (let start = 0; start < asked.length; start += PART) {
      const part = asked.slice(start, start + PART);
      const values = await measure(part);
      const valuesOf = (of: Int32Array): number[] => [...part].map(at => of[at]!);
      await context.transaction((trx: Trx) =>
        sql`update explore.embedding as kept set ${sql.ref(column)} = given.value
          from unnest(${valuesOf(items)}::int[], ${valuesOf(positions)}::int[], ${[...values]}::double precision[]) as given (item, position, value)
          where ${own} and kept.item_id = given.item and kept.position = given.position`.execute(trx),
      );
    }
  }
}
