import { inject, injectable } from 'inversify';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { Fault, invalidField, notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { asUniqueViolation, onCommit } from '#core/data/server/index.ts';
import { ProjectType, ProjectTypes } from '#plugins/workspace/projects/common/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import type { AnnotationClass, ClassInput } from '../common/annotation-class.ts';
import type { ClassUses } from '../common/api.ts';
import { checkClassName, classNameTakenMessage } from '../common/class-name.ts';
import { classesEvents } from '../common/events.ts';
import { followRenames } from '../common/group-condition.ts';
import { readClasses } from '../common/read-classes.ts';
import { ClassesHooks } from './classes-hooks.ts';
import type { ClassesTables, ClassRow } from './classes-tables.ts';
import { insertGroups, readTree, replaceGroups } from './class-tree.ts';

/** Most classes of a project. */
const CLASS_LIMIT = 1000;

const fromForm = (): Fault =>
  new Fault('FROM_FORM', 'This function is not supported for Multimodal projects.', { status: 400 });

type Trx = Kysely<ClassesTables>;

const nameTaken = (): Fault =>
  new Fault('NAME_EXISTS', classNameTakenMessage, { status: 409, details: { field: 'name' } });

/** Classes of projects. Instances hold names and ids of classes; deleting one leaves them unclassified. */
@injectable()
export class Classes {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(ProjectTypes) private readonly types: ProjectTypes,
    @inject(ClassesHooks) private readonly hooks: ClassesHooks,
  ) {}

  /** All classes of a project in display order, with their groups. */
  async ofProject(context: RequestContext, projectId: number): Promise<AnnotationClass[]> {
    return context.transaction(async (trx: Trx) => readTree(trx, await this.#rows(trx, projectId)));
  }

  /** Returns the counts of the uses of each class of a project, by class id; classes without objects are left out. */
  async uses(context: RequestContext, projectId: number): Promise<ReadonlyMap<number, ClassUses>> {
    const count = await this.hooks.counting.promise(context, undefined, projectId);
    return count === undefined ? new Map() : count();
  }

  async get(context: RequestContext, projectId: number, id: number): Promise<AnnotationClass> {
    const found = (await this.ofProject(context, projectId)).find(each => each.id === id);
    if (found === undefined) throw notFound('The class');
    return found;
  }

  async nameCheck(
    context: RequestContext,
    projectId: number,
    name: string,
    except?: number,
  ): Promise<{ exists: boolean; valid: boolean; reason?: string }> {
    const others = await context.transaction(async (trx: Trx) =>
      (await this.#rows(trx, projectId)).filter(each => each.id !== except).map(each => each.name),
    );
    const { exists, valid, reason } = checkClassName(name, others);
    return { exists, valid, ...(reason === undefined ? {} : { reason }) };
  }

  /**
   * Makes classes at the end of the list. Throws INVALID_FIELD with the texts of all problems at once,
   * NAME_EXISTS, or PROJECT_LIMIT beyond 1000 classes.
   */
  async create(context: RequestContext, projectId: number, list: unknown): Promise<AnnotationClass[]> {
    const inputs = await this.#read(context, projectId, list);
    return this.#onUniqueViolation(() =>
      context.transaction(async (trx: Trx) => {
        const before = await this.#rows(trx, projectId);
        if (before.length + inputs.length > CLASS_LIMIT)
          throw new Fault('PROJECT_LIMIT', `A project has at most ${CLASS_LIMIT} classes.`, { status: 422 });
        const made: ClassRow[] = [];
        for (const [at, input] of inputs.entries()) {
          const row = await trx
            .insertInto('classes.class')
            .values({
              team_id: context.team.id,
              project_id: projectId,
              name: input.name,
              color: input.color,
              type: input.type,
              shapes: input.shapes ?? null,
              position: (before.at(-1)?.position ?? 0) + 1 + at,
              deleted_at: null,
            })
            .returningAll()
            .executeTakeFirstOrThrow();
          await insertGroups(trx, context.team.id, row.id, input.attribute_groups);
          made.push(row);
        }
        await this.#announce(context, projectId);
        return readTree(trx, made);
      }),
    );
  }

  /**
   * Classes made by a person or a script. Those of a Multimodal project are made from its form, which
   * scripts do themselves: what is there already is answered, what looks like such a class is made, others are refused.
   * @throws Fault FROM_FORM (400), and what `create` throws
   */
  async createByHand(context: RequestContext, projectId: number, list: unknown): Promise<AnnotationClass[]> {
    if (!(await this.#ofForm(context, projectId))) return this.create(context, projectId, list);
    const inputs = await this.#read(context, projectId, list);
    const known = new Map((await this.ofProject(context, projectId)).map(each => [each.name, each]));
    const fresh = inputs.filter(each => !known.has(each.name));
    if (
      !fresh.every(
        each => each.attribute_groups.length === 1 && each.attribute_groups[0]!.name === `value_${each.name}`,
      )
    )
      throw fromForm();
    const made = new Map(
      (fresh.length === 0 ? [] : await this.create(context, projectId, fresh)).map(each => [each.name, each]),
    );
    return inputs.map(each => (known.get(each.name) ?? made.get(each.name))!);
  }

  /** @throws Fault FROM_FORM (400) in Multimodal projects, whose classes are not changed by hand. */
  async demandByHand(context: RequestContext, projectId: number): Promise<void> {
    if (await this.#ofForm(context, projectId)) throw fromForm();
  }

  /** Makes those classes of a file whose names the project does not have yet. */
  async importFile(
    context: RequestContext,
    projectId: number,
    list: unknown,
  ): Promise<{ created: AnnotationClass[]; skipped: string[] }> {
    const inputs = await this.#read(context, projectId, list);
    const known = new Set(
      await context.transaction(async (trx: Trx) => (await this.#rows(trx, projectId)).map(each => each.name)),
    );
    const fresh = inputs.filter(each => !known.has(each.name));
    return {
      created: fresh.length === 0 ? [] : await this.create(context, projectId, fresh),
      skipped: inputs.filter(each => known.has(each.name)).map(each => each.name),
    };
  }

  /** Replaces a class. Its type is fixed once instances use it. */
  async update(context: RequestContext, projectId: number, id: number, change: unknown): Promise<AnnotationClass> {
    const before = await this.get(context, projectId, id);
    const wanted = { ...before, ...(change as object) };
    const [input] = await this.#read(context, projectId, [
      Array.isArray(wanted.attribute_groups)
        ? { ...wanted, attribute_groups: followRenames(before.attribute_groups, wanted.attribute_groups) }
        : wanted,
    ]);
    const objects = input!.type === before.type ? 0 : ((await this.uses(context, projectId)).get(id)?.objects ?? 0);
    if (objects > 0)
      throw invalidField(
        'body.type',
        `${objects} instances use this class`,
        `${objects} instances use this class, so its type can’t change. Make another class.`,
      );
    await this.#onUniqueViolation(() =>
      context.transaction(async (trx: Trx) => {
        await trx
          .updateTable('classes.class')
          .set({
            name: input!.name,
            color: input!.color,
            type: input!.type,
            shapes: input!.shapes ?? null,
            updated_at: new Date(),
          })
          .where('id', '=', id)
          .execute();
        await replaceGroups(trx, context.team.id, before, input!.attribute_groups);
        await this.#announce(context, projectId);
      }),
    );
    return this.get(context, projectId, id);
  }

  async remove(context: RequestContext, projectId: number, id: number): Promise<void> {
    await context.transaction(async (trx: Trx) => {
      const gone = await trx
        .updateTable('classes.class')
        .set({ deleted_at: new Date() })
        .where('id', '=', id)
        .where('project_id', '=', projectId)
        .where('deleted_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (gone === undefined) throw notFound('The class');
      await this.hooks.deleting.promise(context, { projectId, classId: id });
      await this.#announce(context, projectId);
    });
  }

  /**
   * Brings a deleted class back; its instances find it again by name. Throws NAME_EXISTS when the name was taken
   * meanwhile.
   */
  async restore(context: RequestContext, projectId: number, id: number): Promise<AnnotationClass> {
    await this.#onUniqueViolation(() =>
      context.transaction(async (trx: Trx) => {
        const back = await trx
          .updateTable('classes.class')
          .set({ deleted_at: null, updated_at: new Date() })
          .where('id', '=', id)
          .where('project_id', '=', projectId)
          .where('deleted_at', 'is not', null)
          .returning('id')
          .executeTakeFirst();
        if (back === undefined) throw notFound('The class');
        await this.#announce(context, projectId);
      }),
    );
    return this.get(context, projectId, id);
  }

  /**
   * Puts the classes in this order; those not named keep their order behind them. Ids of other projects are refused.
   */
  async reorder(context: RequestContext, projectId: number, ids: readonly number[]): Promise<AnnotationClass[]> {
    await context.transaction(async (trx: Trx) => {
      const rows = await this.#rows(trx, projectId);
      const known = new Set(rows.map(each => each.id));
      if (ids.some(each => !known.has(each))) throw notFound('The class');
      const order = [...new Set([...ids, ...rows.map(each => each.id)])];
      await sql`update classes.class set position = place.position, updated_at = now()
        from unnest(${order}::int[]) with ordinality as place (id, position) where classes.class.id = place.id`.execute(
        trx,
      );
      await this.#announce(context, projectId);
    });
    return this.ofProject(context, projectId);
  }

  async reverse(context: RequestContext, projectId: number): Promise<AnnotationClass[]> {
    return this.reorder(context, projectId, (await this.ofProject(context, projectId)).map(each => each.id).reverse());
  }

  async #ofForm(context: RequestContext, projectId: number): Promise<boolean> {
    return (await this.projects.facts(context, projectId))?.type === ProjectType.Multimodal;
  }

  /** Notifies tabs and plugins. Inside the transaction of the change. */
  async #announce(context: RequestContext, projectId: number): Promise<void> {
    this.hooks.changed.call(context, projectId);
    onCommit(() => this.hooks.changed.call(context, projectId));
    await context.publish(classesEvents.changed, { project_id: projectId });
  }

  #rows(trx: Trx, projectId: number): Promise<ClassRow[]> {
    return trx
      .selectFrom('classes.class')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('deleted_at', 'is', null)
      .orderBy('position')
      .orderBy('id')
      .execute();
  }

  async #read(context: RequestContext, projectId: number, list: unknown): Promise<readonly ClassInput[]> {
    const { type } = await this.projects.get(context, projectId);
    const { classes, issues } = readClasses(list, { projectType: type, projectTypeName: this.types.titleOf(type) });
    if (issues.length === 0) return classes;
    // A list under `error`, which the public client shows line by line.
    throw new Fault('INVALID_FIELD', issues.map(each => each.message).join('\n'), {
      status: 400,
      shape: { error: issues.map(each => each.message) },
      details: { issues: issues.map(each => ({ field: each.path, reason: each.message })) },
    });
  }

  async #onUniqueViolation<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (asUniqueViolation(error) !== undefined) throw nameTaken();
      throw error;
    }
  }
}
