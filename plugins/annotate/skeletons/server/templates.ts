import { injectable } from 'inversify';
import type { ColumnType, GeneratedAlways, Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { Fault, notFound, TtlCache } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { asUniqueViolation } from '#core/data/server/index.ts';
import { isTeamAdmin } from '#core/permissions/common/index.ts';
import type { TeamRole } from '#core/permissions/common/index.ts';
import type { Skeleton, Template, TemplateChange, TemplateDraft } from '../common/api.ts';

type Stamp = ColumnType<Date, Date | undefined, Date>;
interface TemplateTables {
  'skeletons.template': {
    id: GeneratedAlways<number>;
    team_id: number;
    name: string;
    type: number;
    data: ColumnType<Skeleton, string, string>;
    is_public: boolean;
    created_at: Stamp;
    updated_at: Stamp;
  };
}
type Trx = Kysely<TemplateTables>;

/** Templates of a team: `GET /templates` answers all of them at once. */
const MOST_TEMPLATES = 500;

/** Milliseconds for which names are trusted without asking: how late a change in another process is noticed. */
const TRUST = 2_000;

/** Reference of documents to a template. */
export interface TemplateName {
  readonly id: number;
  readonly name: string;
}

/** Skeleton templates of a team. */
@injectable()
export class Templates {
  readonly #names = new TtlCache<readonly TemplateName[]>(TRUST, 1000);

  /** Those the caller may draw with, by age; admins see all. */
  async list(context: RequestContext): Promise<Template[]> {
    const rows = await context.transaction((trx: Trx) =>
      trx
        .selectFrom('skeletons.template')
        .selectAll()
        .where('team_id', '=', context.team.id)
        .$if(!isTeamAdmin(context.team.role as TeamRole), query => query.where('is_public', '=', true))
        .orderBy('id')
        .execute(),
    );
    return rows.map(view);
  }

  /** Ids and names of all of the team's, also of those that the caller may not draw with. */
  async names(context: RequestContext): Promise<readonly TemplateName[]> {
    const known = await this.#names.get(String(context.team.id), () =>
      context.transaction((trx: Trx) =>
        trx
          .selectFrom('skeletons.template')
          .select(['id', 'name'])
          .where('team_id', '=', context.team.id)
          .orderBy('id')
          .execute(),
      ),
    );
    return known ?? [];
  }

  /** Throws NAME_EXISTS, PLAN_LIMIT beyond 500. */
  async create(context: RequestContext, { name, type, data, isPublic }: TemplateDraft): Promise<Template> {
    return this.#changed(
      onUniqueViolation(
        context.transaction(async (trx: Trx) => {
          const { count } = await trx
            .selectFrom('skeletons.template')
            .select(sql<number>`count(*)::int`.as('count'))
            .where('team_id', '=', context.team.id)
            .executeTakeFirstOrThrow();
          if (count >= MOST_TEMPLATES)
            throw new Fault('PLAN_LIMIT', `A team has at most ${MOST_TEMPLATES} templates. Delete one first.`, {
              status: 422,
            });
          return view(
            await trx
              .insertInto('skeletons.template')
              .values({ team_id: context.team.id, name, type, data: JSON.stringify(data), is_public: isPublic })
              .returningAll()
              .executeTakeFirstOrThrow(),
          );
        }),
      ),
    );
  }

  /** Changes what is given. Throws NOT_FOUND, NAME_EXISTS. */
  async update(context: RequestContext, id: number, { name, type, data, isPublic }: TemplateChange): Promise<Template> {
    return this.#changed(
      onUniqueViolation(
        context.transaction(async (trx: Trx) => {
          const row = await trx
            .updateTable('skeletons.template')
            .set({
              ...(name === undefined ? {} : { name }),
              ...(type === undefined ? {} : { type }),
              ...(data === undefined ? {} : { data: JSON.stringify(data) }),
              ...(isPublic === undefined ? {} : { is_public: isPublic }),
              updated_at: new Date(),
            })
            .where('team_id', '=', context.team.id)
            .where('id', '=', id)
            .returningAll()
            .executeTakeFirst();
          if (row === undefined) throw notFound('The template');
          return view(row);
        }),
      ),
    );
  }

  /** Throws NOT_FOUND. */
  async remove(context: RequestContext, id: number): Promise<void> {
    const gone = await this.#changed(
      context.transaction((trx: Trx) =>
        trx
          .deleteFrom('skeletons.template')
          .where('team_id', '=', context.team.id)
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst(),
      ),
    );
    if (gone === undefined) throw notFound('The template');
  }

  #changed<T>(work: Promise<T>): Promise<T> {
    return work.finally(() => this.#names.forget());
  }
}

const view = (row: Selectable<TemplateTables['skeletons.template']>): Template => ({
  id: row.id,
  team_id: row.team_id,
  name: row.name,
  type: row.type,
  data: row.data,
  isPublic: row.is_public,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

async function onUniqueViolation<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (asUniqueViolation(error) === undefined) throw error;
    throw new Fault('NAME_EXISTS', 'A template with this name already exists.', {
      status: 409,
      details: { field: 'name' },
    });
  }
}
