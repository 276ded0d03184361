import { inject } from 'inversify';
import { Fault } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ProjectStatuses } from '#plugins/workspace/items/common/index.ts';
import type { ConstraintFinding, ItemRow, StatusChange } from '#plugins/workspace/items/server/kit/index.ts';
import { ItemsHooks } from '#plugins/workspace/items/server/kit/index.ts';
import {
  automationFor,
  canChangeStatus,
  completedStatusIds,
  constraintsOf,
  loadableTransitions,
  transitionFor,
  visibleStatusIds,
} from '../common/status-rules.ts';
import type { Constraint, Workflow } from '../common/workflow.ts';
import { firstEditAction, statusByName, statusByValue } from '../common/workflow.ts';
import { constraintText } from '../common/workflow-simulation.ts';
import { valueOf, Workflows } from './workflows.ts';

/** Rules that hold items back when no plugin can check them. */
const alwaysChecked: ReadonlySet<Constraint['kind']> = new Set<Constraint['kind']>([
  'all_comments_resolved',
  'min_instances',
  'expression',
]);

/** Answers what items ask about statuses by the workflow of their project. */
export class StatusGate {
  constructor(
    @inject(Workflows) private readonly workflows: Workflows,
    @inject(ItemsHooks) private readonly items: ItemsHooks,
  ) {}

  /** The statuses of the project's workflow. */
  async statuses(context: RequestContext, projectId: number): Promise<ProjectStatuses> {
    const workflow = await this.workflows.ofProject(context, projectId);
    return {
      all: workflow.statuses.map(each => each.value),
      start: valueOf(workflow, workflow.start_status_id),
      inProgress: statusByName(workflow, 'InProgress')?.value,
      completed: completedStatusIds(workflow).map(id => valueOf(workflow, id)),
      names: new Map(workflow.statuses.map(each => [each.value, each.name])),
      keys: new Map(
        workflow.statuses.flatMap(each =>
          each.shortcut === undefined ? [] : [[each.value, each.shortcut.keys] as const],
        ),
      ),
    };
  }

  /** The statuses whose items the caller's role sees. */
  async visible(context: RequestContext, projectId: number): Promise<readonly number[]> {
    const { workflow, permissions } = await this.workflows.of(context, projectId);
    return visibleStatusIds(workflow, permissions.roleId).map(id => valueOf(workflow, id));
  }

  /** True when a transition of the caller's role leads there. */
  async permits(context: RequestContext, { item, from, to }: StatusChange): Promise<true | undefined> {
    const { workflow, permissions } = await this.workflows.of(context, item.project_id);
    const ids = stepOf(workflow, from, to);
    return ids !== undefined && canChangeStatus(workflow, ids.from, ids.to, permissions) ? true : undefined;
  }

  /** The kinds of the constraints of a transition; none for who applies statuses directly. */
  async constraints(context: RequestContext, change: StatusChange): Promise<readonly string[]> {
    return (await this.#constraints(context, change)).map(each => each.kind);
  }

  /**
   * 409 CONSTRAINT_FAILED with all that is missing for the transition; who applies statuses directly is not held up.
   */
  async unfinished(context: RequestContext, { item, from, to }: StatusChange): Promise<Fault | undefined> {
    const findings: ConstraintFinding[] = [];
    for (const constraint of await this.#constraints(context, { item, from, to }))
      findings.push(...(await this.#findings(context, item, constraint)));
    if (findings.length === 0) return undefined;
    return new Fault(
      'CONSTRAINT_FAILED',
      `Finish these before moving the item: ${findings
        .slice(0, 5)
        .map(each => each.message)
        .join('; ')}${findings.length > 5 ? `; and ${findings.length - 5} more` : ''}`,
      { status: 409, details: { findings } },
    );
  }

  /**
   * Returns the status after the first saved edit of an item: along the transition of the caller's role that is made
   * for it.
   */
  async started(context: RequestContext, usual: number, item: ItemRow): Promise<number> {
    const { workflow, permissions } = await this.workflows.of(context, item.project_id);
    const from = statusByValue(workflow, item.annotation_status);
    const step =
      from === undefined
        ? undefined
        : automationFor(loadableTransitions(workflow, permissions), from.status_id, firstEditAction);
    return step === undefined ? usual : valueOf(workflow, step.to_status_id);
  }

  async #constraints(context: RequestContext, { item, from, to }: StatusChange): Promise<readonly Constraint[]> {
    const { workflow, permissions } = await this.workflows.of(context, item.project_id);
    const ids = stepOf(workflow, from, to);
    return constraintsOf(ids === undefined ? undefined : transitionFor(workflow, ids.from, ids.to, permissions));
  }

  async #findings(
    context: RequestContext,
    item: ItemRow,
    constraint: Constraint,
  ): Promise<readonly ConstraintFinding[]> {
    if (constraint.kind === 'approved')
      return item.approval_status === 2 ? [] : [{ message: 'The item is not approved.' }];
    const found = await this.items.constraining
      .for(constraint.kind)
      .promise(context, undefined, item, { ...constraint });
    if (found !== undefined) return found;
    // Without the plugin that knows required values nothing is required; the other rules must not pass unchecked.
    return alwaysChecked.has(constraint.kind)
      ? [{ message: `“${constraintText(constraint)}” cannot be checked, because the feature it needs is switched off` }]
      : [];
  }
}

/** The ids of two statuses by their codes. */
function stepOf(
  workflow: Workflow,
  from: number,
  to: number,
): { readonly from: number; readonly to: number } | undefined {
  const [before, after] = [statusByValue(workflow, from), statusByValue(workflow, to)];
  return before === undefined || after === undefined ? undefined : { from: before.status_id, to: after.status_id };
}
