import { inject } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import type { AnnotationClass, AttributeGroup } from '#plugins/workspace/classes/common/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import type { LackingName } from '../common/cross-document.ts';

/** Makes the classes, groups and values of one project that another one lacks. */
export class MissingClasses {
  constructor(@inject(Classes) private readonly classes: Classes) {}

  /** The right that making them needs and the caller lacks in the target; undefined when nothing is in the way. */
  async obstacle(
    context: RequestContext,
    projectId: number,
    { kind }: Pick<LackingName, 'kind'>,
  ): Promise<string | undefined> {
    const action = kind === 'class' ? 'CreateClass' : 'UpdateClass';
    return (await context.can(action, { projectId })) ? undefined : action;
  }

  /** Inside the caller's transaction. @throws Fault FORBIDDEN, and what making classes throws. */
  async make(context: RequestContext, fromId: number, toId: number, lacking: readonly LackingName[]): Promise<void> {
    const makeable = lacking.filter(each => !each.clash);
    if (makeable.length === 0) return;
    const here = new Map((await this.classes.ofProject(context, fromId)).map(each => [each.name, each]));
    const whole = new Set(makeable.filter(each => each.kind === 'class').map(each => each.className));
    if (whole.size > 0) {
      await context.demand('CreateClass', { projectId: toId });
      await this.classes.importFile(
        context,
        toId,
        [...whole].flatMap(name => here.get(name) ?? []),
      );
    }
    const parts = makeable.filter(each => each.kind !== 'class');
    if (parts.length === 0) return;
    await context.demand('UpdateClass', { projectId: toId });
    for (const there of await this.classes.ofProject(context, toId)) {
      const own = parts.filter(each => each.className === there.name);
      const model = here.get(there.name);
      if (own.length > 0 && model !== undefined)
        await this.classes.update(context, toId, there.id, { attribute_groups: withParts(there, model, own) });
    }
  }
}

/** The groups of a class with those of its model that are named, and with the values that are named. */
function withParts(there: AnnotationClass, model: AnnotationClass, named: readonly LackingName[]): readonly unknown[] {
  const groups = new Set(named.filter(each => each.kind === 'group').map(each => each.groupName));
  const valuesOf = (group: AttributeGroup): readonly object[] =>
    named
      .filter(each => each.kind === 'value' && each.groupName === group.name)
      .map(each => ({ name: each.valueName, default: 0 }));
  return [
    ...there.attribute_groups.map(group => ({ ...group, attributes: [...group.attributes, ...valuesOf(group)] })),
    ...model.attribute_groups.filter(group => groups.has(group.name)),
  ];
}
