import { inject, injectable } from 'inversify';
import { Fault, forbidden, invalidField, notFound } from '#core/base/common/index.ts';
import type { QueryPlan } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { teamRoles } from '#core/permissions/common/index.ts';
import { Projects, ProjectsHooks, ProjectUsers } from '#plugins/workspace/projects/server/kit/index.ts';
import type { EntityPair, Template } from '../common/template.ts';
import { CustomFieldsHooks } from './custom-fields-hooks.ts';
import { FieldValues } from './field-values.ts';
import type { CustomEntity, EntityPage } from './entity-search.ts';
import { computedValues, EntitySearch, fieldOf, projectOf } from './entity-search.ts';
import { FieldRights } from './field-rights.ts';
import { FieldTemplates } from './field-templates.ts';

/** Reads and changes the custom values of projects and people. */
@injectable()
export class CustomEntities {
  constructor(
    @inject(FieldTemplates) private readonly templates: FieldTemplates,
    @inject(FieldValues) private readonly values: FieldValues,
    @inject(FieldRights) private readonly rights: FieldRights,
    @inject(CustomFieldsHooks) private readonly hooks: CustomFieldsHooks,
    @inject(Projects) private readonly projects: Projects,
    @inject(ProjectsHooks) private readonly projectsHooks: ProjectsHooks,
    @inject(ProjectUsers) private readonly projectUsers: ProjectUsers,
    @inject(EntitySearch) private readonly entities: EntitySearch,
  ) {}

  /** The values of one entity that the caller may see. Throws NOT_FOUND for one they do not see. */
  async get(context: RequestContext, pair: EntityPair, id: number): Promise<CustomEntity> {
    const { person, projectId } = await this.#entity(context, pair, id);
    const templates = await this.rights.among(
      context,
      pair,
      await this.templates.stored(context, pair),
      'view',
      projectId,
    );
    const values =
      (
        await this.values.of(
          context,
          templates.map(each => each.id),
          [id],
        )
      ).get(id) ?? {};
    const computed =
      person === undefined
        ? {}
        : computedValues(
            await this.hooks.computed.promise(
              context,
              [],
              pair,
              pair === 'Contributor/Project' ? projectId : undefined,
            ),
            person.email,
          );
    return { id, customField: fieldOf({ ...values, ...computed }) };
  }

  /** Merges values into one entity; `whole` clears those not named. Throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR. */
  async put(
    context: RequestContext,
    pair: EntityPair,
    id: number,
    values: Readonly<Record<string, unknown>>,
    whole = false,
  ): Promise<CustomEntity> {
    const { person, projectId } = await this.#entity(context, pair, id);
    if (pair === 'Contributor/Team') demandNoOwner(person?.role);
    const stored = await this.templates.stored(context, pair);
    const editable = await this.#demandEdit(context, pair, stored, values, projectId);
    await context.transaction(async () => {
      if (whole)
        await this.values.clear(
          context,
          editable.map(each => each.id),
          id,
        );
      await this.values.put(context, stored, [id], values);
    });
    return this.get(context, pair, id);
  }

  /**
   * Changes what a query finds, all or nothing: by an action that another plugin or the projects know, or by setting
   * values.
   */
  async edit(
    context: RequestContext,
    pair: EntityPair,
    action: string | undefined,
    plan: QueryPlan,
    body: Readonly<Record<string, unknown>>,
  ): Promise<unknown> {
    const { data } = await this.entities.search(context, pair, { ...plan, limit: 2000 });
    const ids = data.map(each => each.id);
    if (action === undefined) {
      const values = body['customField'] as
        | { readonly custom_field_values?: Readonly<Record<string, unknown>> }
        | undefined;
      if (typeof values?.custom_field_values !== 'object')
        throw invalidField('body.customField', 'give custom_field_values');
      await this.#putAll(context, pair, data, values.custom_field_values);
      return ids.map(id => ({ id }));
    }
    if (pair !== 'Contributor/Project') throw invalidField('action', 'is for people of a project');
    const projectId = projectOf(context);
    await context.demand('ChangeProjectUserRole', { projectId });
    if (action === 'editpermissions') return this.#permit(context, projectId, ids, body);
    const answer = await this.projectsHooks.editingContributors.for(action).promise(context, projectId, ids, body);
    if (answer === undefined)
      throw invalidField('action', 'is no action on people of a project that is available here');
    return answer;
  }

  /** Ids of the fields whose values the caller may change on one entity. */
  async editable(context: RequestContext, pair: EntityPair, id: number): Promise<number[]> {
    const { projectId } = await this.#entity(context, pair, id);
    return (await this.rights.among(context, pair, await this.templates.stored(context, pair), 'edit', projectId)).map(
      each => each.id,
    );
  }

  async #permit(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
    body: Readonly<Record<string, unknown>>,
  ): Promise<{ add: readonly object[]; remove: readonly object[] }> {
    const wanted = (word: 'add' | 'remove'): number[] => {
      const list = (body[word] as { readonly userPermissions?: unknown } | undefined)?.userPermissions;
      if (list === undefined) return [];
      if (!Array.isArray(list) || !list.every(each => Number.isInteger((each as { id?: unknown } | null)?.id)))
        throw invalidField(`body.${word}.userPermissions`, 'must be a list of { id }');
      return list.map(each => (each as { id: number }).id);
    };
    const [add, remove] = [wanted('add'), wanted('remove')];
    return context.transaction(async () => ({
      add: await this.projectUsers.permit(context, projectId, ids, add, true),
      remove: await this.projectUsers.permit(context, projectId, ids, remove, false),
    }));
  }

  /** Sets values of entities that a search found. */
  async #putAll(
    context: RequestContext,
    pair: EntityPair,
    found: EntityPage['data'],
    values: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    if (found.length === 0) return;
    const stored = await this.templates.stored(context, pair);
    if (pair === 'Project/Team') for (const { id } of found) await this.#demandEdit(context, pair, stored, values, id);
    else
      await this.#demandEdit(
        context,
        pair,
        stored,
        values,
        pair === 'Contributor/Project' ? projectOf(context) : undefined,
      );
    if (pair === 'Contributor/Team') for (const { role } of found) demandNoOwner(Number(role));
    await this.values.put(
      context,
      stored,
      found.map(each => each.id),
      values,
    );
  }

  async #entity(
    context: RequestContext,
    pair: EntityPair,
    id: number,
  ): Promise<{
    readonly person?: { readonly email: string; readonly role: number };
    readonly projectId: number | undefined;
  }> {
    if (pair === 'Project/Team') return { projectId: (await this.projects.get(context, id)).id };
    const projectId = pair === 'Contributor/Project' ? projectOf(context) : undefined;
    const people =
      projectId === undefined
        ? await this.entities.allTeamUsers(context)
        : await this.projectUsers.all(context, projectId);
    const person = people.find(each => each.id === id);
    if (person === undefined) throw notFound('The person');
    return { person, projectId };
  }

  async #demandEdit(
    context: RequestContext,
    pair: EntityPair,
    templates: readonly Template[],
    values: Readonly<Record<string, unknown>>,
    projectId: number | undefined,
  ): Promise<readonly Template[]> {
    const editable = await this.rights.among(context, pair, templates, 'edit', projectId);
    const ids = new Set(editable.map(each => String(each.id)));
    const known = new Set(templates.map(each => String(each.id)));
    if (Object.keys(values).some(id => known.has(id) && !ids.has(id)))
      throw forbidden(pair === 'Project/Team' ? 'EditProjectCustomFields' : 'ManageUserCustomFields');
    return editable;
  }
}

/** The owner of a team has no values. Throws FORBIDDEN. */
function demandNoOwner(role: number | undefined): void {
  if (role !== undefined && role >= teamRoles.teamOwner)
    throw new Fault('FORBIDDEN', 'The owner of a team has no custom field values.', {
      status: 403,
      details: { action: 'ManageUserCustomFields' },
    });
}
