import { inject, optional } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import { projectRoles } from '#core/permissions/common/index.ts';
import { statusById, statusByName, workableStatusIds } from '#plugins/organize/workflow/common/index.ts';
import { Workflows } from '#plugins/organize/workflow/server/kit/index.ts';
import { itemStatusOf } from '#plugins/workspace/items/common/index.ts';
import { inWorkOrder } from '../common/work-order.ts';

/** Statuses that a role works on where projects have no workflow. */
const PLAIN = { annotator: [1, 2, 4], qa: [3], returned: 4, inProgress: 2 } as const;

/** A status of a role's work, with its name. */
interface WorkStatus {
  readonly status: number;
  readonly name: string;
}

/** The work of one role in a project. */
export interface RoleWork {
  /** In the order in which they are worked on. */
  readonly statuses: readonly WorkStatus[];
  readonly returned: number | undefined;
  readonly inProgress: number | undefined;
}

/** Statuses that the roles of projects work on. */
export class RoleWorks {
  constructor(@inject(Workflows) @optional() private readonly workflows: Workflows | undefined) {}

  /** Returns the statuses in which items wait for a role. */
  async of(
    context: RequestContext,
    { project_id: projectId, role }: { readonly project_id: number; readonly role: number },
  ): Promise<RoleWork> {
    const workflow = await this.workflows?.ofProject(context, projectId);
    const { returned, inProgress } =
      workflow === undefined
        ? PLAIN
        : {
            returned: statusByName(workflow, 'Returned')?.value,
            inProgress: statusByName(workflow, 'InProgress')?.value,
          };
    const workable =
      workflow === undefined
        ? (role === projectRoles.qa ? PLAIN.qa : PLAIN.annotator).map(status => ({ status, name: '' }))
        : workableStatusIds(workflow, role).flatMap(id => {
            const found = statusById(workflow, id);
            return found === undefined ? [] : [{ status: found.value, name: found.name }];
          });
    const order = inWorkOrder(
      workable.map(each => each.status),
      { returned, inProgress },
    );
    const names = new Map(workable.map(each => [each.status, each.name]));
    return {
      statuses: order.map(status => ({ status, name: itemStatusOf(status, names.get(status)).title })),
      returned,
      inProgress,
    };
  }
}
