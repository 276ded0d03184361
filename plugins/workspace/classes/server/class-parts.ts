import { inject, injectable } from 'inversify';
import type { Kysely } from 'kysely';
import { notFound } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { AnnotationClass, Attribute, AttributeGroup } from '../common/annotation-class.ts';
import { Classes } from './classes.ts';
import type { ClassesTables } from './classes-tables.ts';

type Loose = Readonly<Record<string, unknown>>;

/**
 * Attribute groups and values one at a time. Each change goes through the whole class, so its rules hold and its
 * default stays right.
 */
@injectable()
export class ClassParts {
  constructor(@inject(Classes) private readonly classes: Classes) {}

  async createGroup(
    context: RequestContext,
    projectId: number,
    classId: number,
    input: Loose,
  ): Promise<AttributeGroup> {
    await this.classes.demandByHand(context, projectId);
    const before = await this.classes.get(context, projectId, classId);
    const { class_id: _, id: __, ...group } = input;
    const after = await this.classes.update(context, projectId, classId, {
      attribute_groups: [...before.attribute_groups, group],
    });
    return after.attribute_groups.at(-1)!;
  }

  async updateGroup(context: RequestContext, projectId: number, id: number, input: Loose): Promise<AttributeGroup> {
    const before = await this.#classOfGroup(context, projectId, id);
    const after = await this.#write(context, projectId, before, group =>
      group.id === id ? { ...group, ...withoutUndefined(input), id } : group,
    );
    return after.attribute_groups.find(each => each.id === id)!;
  }

  async removeGroup(context: RequestContext, projectId: number, id: number): Promise<void> {
    const before = await this.#classOfGroup(context, projectId, id);
    await this.classes.update(context, projectId, before.id, {
      attribute_groups: before.attribute_groups.filter(each => each.id !== id),
    });
  }

  async createAttribute(context: RequestContext, projectId: number, groupId: number, input: Loose): Promise<Attribute> {
    const before = await this.#classOfGroup(context, projectId, groupId);
    const { group_id: _, id: __, ...value } = input;
    const after = await this.#write(context, projectId, before, group =>
      group.id === groupId ? withDefaults({ ...group, attributes: [...group.attributes, value] }) : group,
    );
    return after.attribute_groups.find(each => each.id === groupId)!.attributes.at(-1)!;
  }

  async updateAttribute(context: RequestContext, projectId: number, id: number, input: Loose): Promise<Attribute> {
    const { before, groupId } = await this.#classOfAttribute(context, projectId, id);
    const change = withoutUndefined(input);
    const after = await this.#write(context, projectId, before, group => {
      if (group.id !== groupId) return group;
      // A radio group has one default: the newly marked one.
      const single = group.group_type === 'radio' && (change['default'] === 1 || change['default'] === true);
      return withDefaults({
        ...group,
        attributes: group.attributes.map(each =>
          each.id === id ? { ...each, ...change, id } : single ? { ...each, default: 0 } : each,
        ),
      });
    });
    return after.attribute_groups.find(each => each.id === groupId)!.attributes.find(each => each.id === id)!;
  }

  async removeAttribute(context: RequestContext, projectId: number, id: number): Promise<void> {
    const { before, groupId } = await this.#classOfAttribute(context, projectId, id);
    await this.#write(context, projectId, before, group =>
      group.id === groupId
        ? withDefaults({ ...group, attributes: group.attributes.filter(each => each.id !== id) })
        : group,
    );
  }

  #write(
    context: RequestContext,
    projectId: number,
    before: AnnotationClass,
    change: (group: AttributeGroup) => unknown,
  ): Promise<AnnotationClass> {
    return this.classes.update(context, projectId, before.id, {
      attribute_groups: before.attribute_groups.map(change),
    });
  }

  async #classOfGroup(context: RequestContext, projectId: number, groupId: number): Promise<AnnotationClass> {
    await this.classes.demandByHand(context, projectId);
    const row = await context.transaction((trx: Kysely<ClassesTables>) =>
      trx.selectFrom('classes.attribute_group').select('class_id').where('id', '=', groupId).executeTakeFirst(),
    );
    const found =
      row === undefined
        ? undefined
        : (await this.classes.ofProject(context, projectId)).find(each => each.id === row.class_id);
    if (found === undefined) throw notFound('The attribute group');
    return found;
  }

  async #classOfAttribute(
    context: RequestContext,
    projectId: number,
    id: number,
  ): Promise<{ readonly before: AnnotationClass; readonly groupId: number }> {
    const row = await context.transaction((trx: Kysely<ClassesTables>) =>
      trx.selectFrom('classes.attribute').select('group_id').where('id', '=', id).executeTakeFirst(),
    );
    if (row === undefined) throw notFound('The attribute');
    await this.classes.demandByHand(context, projectId);
    try {
      return { before: await this.#classOfGroup(context, projectId, row.group_id), groupId: row.group_id };
    } catch {
      throw notFound('The attribute');
    }
  }
}

/** The default of a choice group follows the flags of its values. */
function withDefaults(group: Loose): Loose {
  const { default_value: membership, ...rest } = group;
  return group['group_type'] === 'radio' || group['group_type'] === 'checklist'
    ? rest
    : { ...rest, default_value: membership };
}

const withoutUndefined = (input: Loose): Loose =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
