import { invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import { itemStatusOf, plainStatuses } from '#plugins/workspace/items/common/index.ts';
import type { ItemChanging, ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import { conditionRules, rulesHold } from '../../common/condition-rules.ts';
import { approvalNames } from '../../common/event-types.ts';
import type { ActionNode } from '../../common/pipeline.ts';
import type { Action } from './action.ts';
import { itemChangeAction } from './item-change-action.ts';

/** Returns a setting as text, undefined when it is empty. */
export function textSetting({ settings }: ActionNode, name: string): string | undefined {
  const value = settings[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const condition: Action = {
  external: false,
  run: (_, { node }, inputs) => {
    const rules = conditionRules.parse(node.settings['rules']);
    return Promise.resolve(
      inputs.map(({ context }) => {
        const holds = rulesHold(rules, context);
        return { result: holds ? 'true' : 'false', output: { result: holds } } as const;
      }),
    );
  },
};

const delay: Action = {
  external: false,
  delay: ({ node }) => Number(node.settings['seconds']),
  run: (_, { node }, inputs) =>
    Promise.resolve(
      inputs.map(() => ({ result: 'success', output: { waited_seconds: Number(node.settings['seconds']) } }) as const),
    ),
};

/** Returns the code of a status in a project. @throws Fault INVALID_FIELD when its workflow does not have it */
export async function statusCode(
  hooks: ItemsHooks,
  context: RequestContext,
  projectId: number,
  name: string,
): Promise<number> {
  const { all, names } = await hooks.statuses.promise(context, plainStatuses, projectId);
  const code = all.find(each => itemStatusOf(each, names?.get(each)).name === name);
  if (code === undefined) throw invalidField('status', `the workflow of this project has no status ${name}`);
  return code;
}

/** Returns the code of the actions that need nothing but items, by type. */
export function builtInActions(changing: ItemChanging, hooks: ItemsHooks): Readonly<Record<string, Action>> {
  const setting = (read: (node: ActionNode) => unknown) => (_: RequestContext, __: number, node: ActionNode) =>
    Promise.resolve(read(node));
  const change = (kind: string, access: string, value: Parameters<typeof itemChangeAction>[1]['value']): Action =>
    itemChangeAction(changing, { kind, access, value });
  return {
    set_status: change('status', 'ApplyItemTransition', (context, projectId, node) =>
      statusCode(hooks, context, projectId, textSetting(node, 'status') ?? ''),
    ),
    set_priority: change(
      'priority',
      'SetItemPriority',
      setting(({ settings }) => settings['priority'] ?? null),
    ),
    set_approval: change(
      'approval',
      'ApplyItemApprovalStatus',
      setting(node => approvalNames.indexOf(textSetting(node, 'approval') as (typeof approvalNames)[number])),
    ),
    pin: change(
      'pin',
      'ApplyItemPin',
      setting(node => textSetting(node, 'pinned') === 'yes'),
    ),
    assign: change(
      'assign',
      'AssignItem',
      setting(node => textSetting(node, 'email')),
    ),
    unassign: change(
      'unassign',
      'AssignItem',
      setting(node => textSetting(node, 'email') ?? null),
    ),
    condition,
    delay,
  };
}
