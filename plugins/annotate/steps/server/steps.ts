import { inject, injectable } from 'inversify';
import type { ColumnType, GeneratedAlways, Kysely } from 'kysely';
import { invalidFields } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import { Projects, ProjectSettings } from '#plugins/workspace/projects/server/kit/index.ts';
import type { KeyPointSteps, Step, StepDrafts, WholeSteps } from '../common/api.ts';
import { classPartners } from '../common/class-partners.ts';
import { keyPointIssues, withoutClass } from '../common/key-points.ts';

interface StepsTables {
  'steps.step': {
    id: GeneratedAlways<number>;
    team_id: number;
    project_id: number;
    position: number;
    class_id: number;
    tool: number | null;
  };
  'steps.step_attribute': { id: GeneratedAlways<number>; team_id: number; step_id: number; attribute_id: number };
  'steps.key_points': {
    id: GeneratedAlways<number>;
    team_id: number;
    project_id: number;
    document: ColumnType<KeyPointSteps, string, string>;
  };
}
type Trx = Kysely<StepsTables>;

/** Values of the setting `WorkflowType`. */
const BASIC = 2;
const KEY_POINTS = 3;

/** Steps of projects: basic ones, or the points of a skeleton. Storing one kind makes it the kind of the project. */
@injectable()
export class Steps {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(ProjectSettings) private readonly settings: ProjectSettings,
    @inject(Classes) private readonly classes: Classes,
  ) {}

  /** Basic steps in order, with the attributes in the order they were added. */
  async list(context: RequestContext, projectId: number): Promise<Step[]> {
    const classes = new Map((await this.classes.ofProject(context, projectId)).map(each => [each.id, each]));
    const attributes = new Map(
      [...classes.values()].flatMap(each =>
        each.attribute_groups.flatMap(group =>
          group.attributes.map(
            value =>
              [
                value.id,
                { id: value.id, name: value.name, attribute_group: { id: group.id, name: group.name } },
              ] as const,
          ),
        ),
      ),
    );
    const { steps, chosen } = await context.transaction(async (trx: Trx) => {
      const rows = await trx
        .selectFrom('steps.step')
        .selectAll()
        .where('project_id', '=', projectId)
        .orderBy('position')
        .orderBy('id')
        .execute();
      return {
        steps: rows,
        chosen:
          rows.length === 0
            ? []
            : await trx
                .selectFrom('steps.step_attribute')
                .selectAll()
                .where(
                  'step_id',
                  'in',
                  rows.map(each => each.id),
                )
                .orderBy('id')
                .execute(),
      };
    });
    return steps.map(each => ({
      id: each.id,
      project_id: projectId,
      step: each.position,
      class_id: each.class_id,
      className: classes.get(each.class_id)?.name ?? '',
      tool: each.tool,
      attribute: chosen
        .filter(row => row.step_id === each.id)
        .flatMap(row => {
          const attribute = attributes.get(row.attribute_id);
          return attribute === undefined ? [] : [{ attribute }];
        }),
    }));
  }

  /** Replaces the basic steps. Throws INVALID_FIELD naming each step whose class the project has not. */
  async replace(context: RequestContext, projectId: number, { steps }: StepDrafts): Promise<void> {
    await context.transaction(async (trx: Trx) => {
      const known = new Set((await this.classes.ofProject(context, projectId)).map(each => each.id));
      const issues = steps.flatMap((each, at) =>
        known.has(each.class_id) ? [] : [{ field: `steps.${at}.class_id`, reason: 'is no class of this project' }],
      );
      if (issues.length > 0) throw invalidFields(issues);
      // Steps keep their ids by their place, so that what was read before still names them.
      const before = await trx
        .selectFrom('steps.step')
        .select('id')
        .where('project_id', '=', projectId)
        .orderBy('position')
        .orderBy('id')
        .execute();
      if (before.length > 0)
        await trx
          .deleteFrom('steps.step_attribute')
          .where(
            'step_id',
            'in',
            before.map(each => each.id),
          )
          .execute();
      for (const [at, each] of steps.toSorted((one, other) => one.step - other.step).entries()) {
        const row = { position: each.step, class_id: each.class_id, tool: each.tool ?? null };
        const known = before[at];
        if (known === undefined)
          await trx
            .insertInto('steps.step')
            .values({ team_id: context.team.id, project_id: projectId, ...row })
            .execute();
        else await trx.updateTable('steps.step').set(row).where('id', '=', known.id).execute();
      }
      const gone = before.slice(steps.length).map(each => each.id);
      if (gone.length > 0) await trx.deleteFrom('steps.step').where('id', 'in', gone).execute();
      await this.#use(context, projectId, BASIC);
    });
  }

  /** Adds attributes to basic steps; those a step has stay in place. @throws INVALID_FIELD naming each misfit. */
  async addAttributes(
    context: RequestContext,
    projectId: number,
    data: readonly { readonly workflow_id: number; readonly attribute_id: number }[],
  ): Promise<void> {
    await context.transaction(async (trx: Trx) => {
      const steps = new Map(
        (
          await trx.selectFrom('steps.step').select(['id', 'class_id']).where('project_id', '=', projectId).execute()
        ).map(each => [each.id, each.class_id]),
      );
      const attributes = await this.#attributes(context, projectId);
      const issues = data.flatMap((each, at) => {
        const classId = steps.get(each.workflow_id);
        if (classId === undefined) return [{ field: `data.${at}.workflow_id`, reason: 'is no step of this project' }];
        return attributes.get(classId)?.has(each.attribute_id) === true
          ? []
          : [{ field: `data.${at}.attribute_id`, reason: 'is no attribute of the class of this step' }];
      });
      if (issues.length > 0) throw invalidFields(issues);
      if (data.length === 0) return;
      await trx
        .insertInto('steps.step_attribute')
        .values(
          data.map(each => ({ team_id: context.team.id, step_id: each.workflow_id, attribute_id: each.attribute_id })),
        )
        .onConflict(conflict => conflict.columns(['team_id', 'step_id', 'attribute_id']).doNothing())
        .execute();
    });
  }

  /** Replaces the basic steps and their attributes, all or nothing. @throws INVALID_FIELD naming each misfit. */
  async save(context: RequestContext, projectId: number, { steps }: WholeSteps): Promise<void> {
    await context.transaction(async (trx: Trx) => {
      const attributes = await this.#attributes(context, projectId);
      const issues = steps.flatMap((each, at) =>
        each.attribute_ids.flatMap((id, place) =>
          attributes.get(each.class_id)?.has(id) === false
            ? [{ field: `steps.${at}.attribute_ids.${place}`, reason: 'is no attribute of the class of this step' }]
            : [],
        ),
      );
      if (issues.length > 0) throw invalidFields(issues);
      await this.replace(context, projectId, {
        steps: steps.map(({ class_id, tool }, at) => ({ step: at + 1, class_id, tool })),
      });
      const rows = await trx
        .selectFrom('steps.step')
        .select('id')
        .where('project_id', '=', projectId)
        .orderBy('position')
        .orderBy('id')
        .execute();
      await this.addAttributes(
        context,
        projectId,
        steps.flatMap((each, at) => each.attribute_ids.map(id => ({ workflow_id: rows[at]!.id, attribute_id: id }))),
      );
    });
  }

  /** Key-point steps as they were given; none when there are none. */
  async keyPoints(context: RequestContext, projectId: number): Promise<KeyPointSteps> {
    const row = await context.transaction((trx: Trx) =>
      trx.selectFrom('steps.key_points').select('document').where('project_id', '=', projectId).executeTakeFirst(),
    );
    return row?.document ?? { steps: [], connections: [] };
  }

  /** Replaces the key-point steps. Throws INVALID_FIELD naming every step and line that does not fit. */
  async replaceKeyPoints(context: RequestContext, projectId: number, document: KeyPointSteps): Promise<void> {
    await context.transaction(async () => {
      const issues = keyPointIssues(document, await this.#attributes(context, projectId));
      if (issues.length > 0) throw invalidFields(issues);
      await this.#writeKeyPoints(context, projectId, document);
      await this.#use(context, projectId, KEY_POINTS);
    });
  }

  /** Copies the steps of another project; those of classes and attributes that it lacks by name are left out. */
  async copy(context: RequestContext, from: number, to: number): Promise<void> {
    await context.transaction(async () => {
      const { classes, groups, attributes } = classPartners(
        await this.classes.ofProject(context, from),
        await this.classes.ofProject(context, to),
      );
      const basic = await this.list(context, from);
      const points = await this.keyPoints(context, from);
      if (basic.length + points.steps.length === 0) return;
      if (basic.length > 0)
        await this.save(context, to, {
          steps: basic
            .filter(each => classes.has(each.class_id))
            .map(each => ({
              class_id: classes.get(each.class_id)!,
              tool: each.tool,
              attribute_ids: each.attribute.flatMap(({ attribute }) => attributes.get(attribute.id) ?? []),
            })),
        });
      if (points.steps.length > 0) {
        await this.replaceKeyPoints(context, to, {
          ...points,
          steps: points.steps.map(each => ({
            ...each,
            class_id: classes.get(each.class_id)!,
            attribute: (each.attribute ?? []).map(entry => ({
              ...entry,
              attribute: {
                ...entry.attribute,
                id: attributes.get(entry.attribute.id)!,
                group_id: groups.get(entry.attribute.group_id)!,
              },
            })),
          })),
        });
      }
      await this.#use(context, to, Number((await this.settings.value(context, from, 'WorkflowType')) ?? BASIC));
    });
  }

  /** Takes the steps of a deleted class out. */
  async forgetClass(context: RequestContext, projectId: number, classId: number): Promise<void> {
    await context.transaction(async (trx: Trx) => {
      await trx.deleteFrom('steps.step').where('class_id', '=', classId).execute();
      const document = await this.keyPoints(context, projectId);
      const left = withoutClass(document, classId);
      if (left.steps.length !== document.steps.length) await this.#writeKeyPoints(context, projectId, left);
    });
  }

  async #writeKeyPoints(context: RequestContext, projectId: number, document: KeyPointSteps): Promise<void> {
    const written = { document: JSON.stringify(document) };
    await context.transaction((trx: Trx) =>
      trx
        .insertInto('steps.key_points')
        .values({ team_id: context.team.id, project_id: projectId, ...written })
        .onConflict(conflict => conflict.columns(['team_id', 'project_id']).doUpdateSet(written))
        .execute(),
    );
  }

  async #use(context: RequestContext, projectId: number, kind: number): Promise<void> {
    await this.settings.update(context, await this.projects.get(context, projectId), [
      { attribute: 'WorkflowType', value: kind },
    ]);
  }

  async #attributes(context: RequestContext, projectId: number): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
    const classes = await this.classes.ofProject(context, projectId);
    return new Map(
      classes.map(each => [
        each.id,
        new Set(each.attribute_groups.flatMap(group => group.attributes.map(value => value.id))),
      ]),
    );
  }
}
