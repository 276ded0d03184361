import { inject, injectable } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import type { AnnotationClass, AttributeGroup } from '#plugins/workspace/classes/common/index.ts';
import { classNameLimit, nextPaletteColor } from '#plugins/workspace/classes/common/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import type { FormClass } from '../common/form-classes.ts';
import { formClasses, valueGroupName } from '../common/form-classes.ts';
import type { ComponentRename } from '../common/form-difference.ts';
import type { FormComponent } from '../common/form-document.ts';
import { FormValueStore } from './form-value-store.ts';

/** Keeps the classes of a Multimodal project those of its form. */
@injectable()
export class FormClassSync {
  constructor(
    @inject(Classes) private readonly classes: Classes,
    @inject(FormValueStore) private readonly values: FormValueStore,
  ) {}

  /**
   * Makes, changes and orders classes inside the caller's transaction. `renames` carry a class over to the new name of
   * its component. A class without a component stays while items hold values of it (product, multimodal 2).
   */
  async sync(
    context: RequestContext,
    projectId: number,
    components: readonly FormComponent[],
    renames: readonly ComponentRename[] = [],
  ): Promise<void> {
    const wanted = formClasses(components).filter(each => [...each.name].length <= classNameLimit);
    const before = await this.classes.ofProject(context, projectId);
    const existing = new Map(before.map(each => [each.name, each]));
    for (const { from, to } of renames) {
      const old = existing.get(from);
      const next = wanted.find(each => each.name === to);
      if (old === undefined || next === undefined || existing.has(to)) continue;
      existing.delete(from);
      existing.set(to, await this.#fit(context, projectId, old, next));
    }
    for (const each of wanted) {
      const old = existing.get(each.name);
      if (old !== undefined) existing.set(each.name, await this.#fit(context, projectId, old, each));
    }
    await this.#make(
      context,
      projectId,
      wanted.filter(each => !existing.has(each.name)),
      before,
    );
    await this.#removeUnused(context, projectId, wanted);
    await this.#order(context, projectId, wanted);
  }

  async #make(
    context: RequestContext,
    projectId: number,
    missing: readonly FormClass[],
    before: readonly AnnotationClass[],
  ): Promise<void> {
    if (missing.length === 0) return;
    const colors = before.map(each => each.color);
    await this.classes.create(
      context,
      projectId,
      missing.map(({ name, group }) => {
        const color = nextPaletteColor(colors);
        colors.push(color);
        return { name, color, type: 1, attribute_groups: [group] };
      }),
    );
  }

  /** The class with the name and the group of a component; ids of the group and of values that stay are kept. */
  async #fit(
    context: RequestContext,
    projectId: number,
    old: AnnotationClass,
    { name, group }: FormClass,
  ): Promise<AnnotationClass> {
    const known =
      old.attribute_groups.find(each => each.name === group.name) ??
      old.attribute_groups.find(each => each.name === valueGroupName(old.name));
    if (known !== undefined && old.name === name && old.attribute_groups.length === 1 && isSame(known, group))
      return old;
    const valueId = (value: string): object => {
      const found = known?.attributes.find(each => each.name === value);
      return found === undefined ? {} : { id: found.id };
    };
    return this.classes.update(context, projectId, old.id, {
      name,
      attribute_groups: [
        {
          ...(known === undefined ? {} : { id: known.id }),
          ...group,
          attributes: group.attributes.map(each => ({ ...each, ...valueId(each.name) })),
        },
      ],
    });
  }

  async #removeUnused(context: RequestContext, projectId: number, wanted: readonly FormClass[]): Promise<void> {
    const names = new Set(wanted.map(each => each.name));
    const left = (await this.classes.ofProject(context, projectId)).filter(
      each => !names.has(each.name) && each.attribute_groups.some(group => group.name === valueGroupName(each.name)),
    );
    if (left.length === 0) return;
    const held = await this.values.count(
      context,
      projectId,
      left.map(each => each.name),
    );
    for (const each of left) if (!held.has(each.name)) await this.classes.remove(context, projectId, each.id);
  }

  async #order(context: RequestContext, projectId: number, wanted: readonly FormClass[]): Promise<void> {
    const existing = await this.classes.ofProject(context, projectId);
    const byName = new Map(existing.map(each => [each.name, each.id]));
    const ids = wanted.flatMap(each => byName.get(each.name) ?? []);
    if (ids.some((id, at) => existing[at]?.id !== id)) await this.classes.reorder(context, projectId, ids);
  }
}

const isSame = (
  one: AttributeGroup,
  { name, group_type: type, default_value: standard, attributes }: FormClass['group'],
): boolean =>
  one.name === name &&
  one.group_type === type &&
  JSON.stringify(one.default_value ?? null) === JSON.stringify(standard) &&
  one.attributes.length === attributes.length &&
  one.attributes.every((each, at) => each.name === attributes[at]!.name && each.default === attributes[at]!.default);
