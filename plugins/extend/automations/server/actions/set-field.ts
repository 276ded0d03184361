import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { FieldSpec } from '#plugins/organize/item-fields/common/index.ts';
import { valueFits } from '#plugins/organize/item-fields/common/index.ts';
import type { CustomMetadata } from '#plugins/organize/item-fields/server/kit/index.ts';
import type { ItemChanging } from '#plugins/workspace/items/server/kit/index.ts';
import { fillPlaceholders } from '../../common/condition-rules.ts';
import type { ActionNode } from '../../common/pipeline.ts';
import type { Action, ActionInput, ActionOutcome } from './action.ts';
import { textSetting } from './built-in-actions.ts';
import { itemChangeAction } from './item-change-action.ts';

/** Fills a field of items, or empties it. Items whose placeholders have the same values are changed together. */
export function fieldAction(changing: ItemChanging, metadata: CustomMetadata): Action {
  const action = itemChangeAction(changing, {
    kind: 'metadata',
    access: 'SetItemPriority',
    value: async (context, projectId, node) => ({ values: await filling(metadata, context, projectId, node) }),
    shown: () =>
      Promise.resolve(value => Object.values(value as Readonly<Record<string, string | number | null>>)[0] ?? null),
  });
  return {
    ...action,
    async run(context, scene, inputs) {
      const groups = new Map<string, ActionInput[]>();
      for (const input of inputs) {
        const value = fillPlaceholders(textSetting(scene.node, 'value') ?? '', input.context);
        groups.set(value, [...(groups.get(value) ?? []), input]);
      }
      const outcomes = new Map<ActionInput, ActionOutcome>();
      for (const [value, group] of groups) {
        const node = { ...scene.node, settings: { ...scene.node.settings, value } };
        const done = await action.run(context, { ...scene, node }, group);
        group.forEach((input, at) => outcomes.set(input, done[at]!));
      }
      return inputs.map(each => outcomes.get(each)!);
    },
  };
}

/** Returns the change of one field. @throws Fault FIELD_MISSING, FIELD_VALUE (422) */
async function filling(
  metadata: CustomMetadata,
  context: RequestContext,
  projectId: number,
  node: ActionNode,
): Promise<Readonly<Record<string, string | number | null>>> {
  const name = textSetting(node, 'field') ?? '';
  const text = textSetting(node, 'value');
  const spec = (await metadata.schema(context, projectId)).get(name);
  if (spec === undefined)
    throw new Fault(
      'FIELD_MISSING',
      `The project of the item has no field “${name}”. Add it to the project, or choose another one.`,
      { status: 422 },
    );
  if (text === undefined) return { [name]: null };
  const value = valueOf(text, spec);
  if (!valueFits(value, spec))
    throw new Fault('FIELD_VALUE', `“${text}” does not fit the field “${name}”. Choose another value.`, {
      status: 422,
    });
  return { [name]: value };
}

const valueOf = (text: string, spec: FieldSpec): string | number =>
  spec.type === 'number' && text.trim() !== '' ? Number(text) : text;
