import { inject, injectable } from 'inversify';
import { sql } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import type { QueryDefinition, QueryPlan } from '#core/api/common/index.ts';
import { listed } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import {
  projectQuery,
  ProjectTypes,
  projectUserQuery,
  workProjectOf,
} from '#plugins/workspace/projects/common/index.ts';
import { ProjectLists, ProjectUsers } from '#plugins/workspace/projects/server/kit/index.ts';
import { teamUserQuery } from '#plugins/workspace/teams/common/index.ts';
import { TeamUsers } from '#plugins/workspace/teams/server/kit/index.ts';
import type { EntityPair, Template } from '../common/template.ts';
import { components } from '../common/template.ts';
import { CustomFieldsHooks } from './custom-fields-hooks.ts';
import type { ComputedField } from './custom-fields-hooks.ts';
import { customFieldSource, fieldName, FieldValues, withCustomFields } from './field-values.ts';
import type { ValuesByEntity } from './field-values.ts';
import { FieldRights } from './field-rights.ts';
import { FieldTemplates } from './field-templates.ts';

/** A project or person with the custom values the caller may see. */
export interface CustomEntity {
  readonly id: number;
  readonly customField: { custom_field_values: Record<string, unknown> } | null;
}

/** A person with the rights that were given to them. */
interface Person {
  readonly id: number;
  readonly userPermissions: readonly { readonly name: string }[];
}

/** One page of entities, and the number of all. */
export interface EntityPage {
  readonly data: (CustomEntity & Record<string, unknown>)[];
  readonly count: number;
}

const definitions: Readonly<Record<EntityPair, QueryDefinition>> = {
  'Project/Team': projectQuery,
  'Contributor/Team': teamUserQuery,
  'Contributor/Project': projectUserQuery,
};

/** Finds projects and people by their own and their custom fields. */
@injectable()
export class EntitySearch {
  constructor(
    @inject(FieldTemplates) private readonly templates: FieldTemplates,
    @inject(FieldValues) private readonly values: FieldValues,
    @inject(FieldRights) private readonly rights: FieldRights,
    @inject(CustomFieldsHooks) private readonly hooks: CustomFieldsHooks,
    @inject(ProjectLists) private readonly projectLists: ProjectLists,
    @inject(ProjectTypes) private readonly types: ProjectTypes,
    @inject(ProjectUsers) private readonly projectUsers: ProjectUsers,
    @inject(TeamUsers) private readonly teamUsers: TeamUsers,
  ) {}

  /**
   * The allow-list of a pair with the fields the caller may ask for. Values of projects are shown project by project, a
   * condition would reveal those of all: so it takes only the fields that the caller's role in the team sees.
   */
  async definition(context: RequestContext, pair: EntityPair): Promise<QueryDefinition> {
    const seen = await this.#seen(context, pair);
    if (pair !== 'Project/Team') return withCustomFields(definitions[pair], seen);
    const ofProjects = await this.rights.among(context, pair, seen, 'view', undefined);
    // Rights are given to people.
    return withCustomFields(
      definitions[pair],
      ofProjects.filter(each => each.component_id !== components.permissions),
    );
  }

  /** One page of what a plan of that definition finds. */
  async search(context: RequestContext, pair: EntityPair, plan: QueryPlan): Promise<EntityPage> {
    const templates = await this.#seen(context, pair);
    if (pair === 'Project/Team') {
      const { data, count } = await this.projectLists.search(
        context,
        plan,
        customFieldSource(templates, sql.ref('project.id')),
      );
      const values = await this.values.of(
        context,
        templates.map(each => each.id),
        data.map(each => each.id),
      );
      const shown = await Promise.all(
        data.map(async project => ({
          ...workProjectOf(project, this.types),
          customField: fieldOf(await this.#shown(context, pair, templates, project.id, values.get(project.id))),
        })),
      );
      return { data: shown, count };
    }
    const projectId = pair === 'Contributor/Project' ? projectOf(context) : undefined;
    const people =
      projectId === undefined ? await this.allTeamUsers(context) : await this.projectUsers.all(context, projectId);
    const byId = await this.#valuesOfPeople(context, pair, templates, people);
    const ofRights = templates.filter(each => each.component_id === components.permissions);
    const valued = (person: Person): object => ({
      ...person,
      ...Object.fromEntries(Object.entries(byId.get(person.id) ?? {}).map(([id, value]) => [fieldName(id), value])),
      ...Object.fromEntries(
        ofRights.map(each => [fieldName(each.id), person.userPermissions.map(right => right.name)]),
      ),
    });
    const page =
      projectId === undefined
        ? listed(people, plan, valued)
        : await this.projectUsers.search(context, projectId, plan, valued);
    return {
      data: page.data.map(person => ({ ...person, customField: fieldOf(byId.get(person.id)) })),
      count: page.count,
    };
  }

  async #seen(context: RequestContext, pair: EntityPair): Promise<readonly Template[]> {
    const all = await this.templates.all(
      context,
      pair,
      pair === 'Contributor/Project' ? context.scope.projectId : undefined,
    );
    // Which projects' values a person sees is decided project by project.
    return pair === 'Project/Team'
      ? all
      : this.rights.among(context, pair, all, 'view', pair === 'Contributor/Project' ? projectOf(context) : undefined);
  }

  async #shown(
    context: RequestContext,
    pair: EntityPair,
    templates: readonly Template[],
    projectId: number,
    values: Readonly<Record<string, unknown>> | undefined,
  ): Promise<Readonly<Record<string, unknown>> | undefined> {
    if (values === undefined) return undefined;
    const seen = new Set(
      (await this.rights.among(context, pair, templates, 'view', projectId)).map(each => String(each.id)),
    );
    return Object.fromEntries(Object.entries(values).filter(([id]) => seen.has(id)));
  }

  /** Members of the team. Throws FORBIDDEN for those who may not list them. */
  async allTeamUsers(context: RequestContext): Promise<Awaited<ReturnType<TeamUsers['all']>>> {
    await context.demand('ListTeamUsers');
    return this.teamUsers.all(context);
  }

  async #valuesOfPeople(
    context: RequestContext,
    pair: EntityPair,
    templates: readonly Template[],
    people: readonly { readonly id: number; readonly email: string }[],
  ): Promise<ValuesByEntity> {
    const stored = await this.values.of(
      context,
      templates.map(each => each.id),
      people.map(each => each.id),
    );
    const seen = new Set(templates.map(each => each.id));
    const computed = (
      await this.hooks.computed.promise(
        context,
        [],
        pair,
        pair === 'Contributor/Project' ? projectOf(context) : undefined,
      )
    ).filter(each => seen.has(each.id));
    return new Map(people.map(each => [each.id, { ...stored.get(each.id), ...computedValues(computed, each.email) }]));
  }
}

/** Returns values in the form of calls: null where there are none. */
export const fieldOf = (values: Readonly<Record<string, unknown>> | undefined): CustomEntity['customField'] =>
  values === undefined || Object.keys(values).length === 0 ? null : { custom_field_values: { ...values } };

/** Returns the values that other plugins compute for a person, by field. */
export const computedValues = (fields: readonly ComputedField[], email: string): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap(each => {
      const value = each.values.get(email);
      return value === undefined ? [] : [[String(each.id), value]];
    }),
  );

/** Returns the project that the entity context names. Throws NOT_FOUND without one. */
export function projectOf(context: RequestContext): number {
  const { projectId } = context.scope;
  if (projectId === undefined) throw notFound('The project');
  return projectId;
}
