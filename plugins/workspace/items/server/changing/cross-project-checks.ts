import { inject } from 'inversify';
import { Fault, invalidField } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { Project } from '#plugins/workspace/projects/common/index.ts';
import { ProjectTypes } from '#plugins/workspace/projects/common/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import { itemsOfOtherStorageMessage } from '../../common/storage-message.ts';

/** The way from a project to another one, or to itself, for a caller who may go it. */
export interface Crossing {
  readonly from: number;
  readonly to: number;
  /** The projects have the same workflow, so that items keep their status. */
  readonly keepsStatus: boolean;
  /** Storage of the target's files from now on; undefined when that was decided before. */
  readonly storage: 2 | 3 | undefined;
}

/** Says who may bring items from which project to which. */
export class CrossProjectChecks {
  constructor(
    @inject(Projects) private readonly projects: Projects,
    @inject(ProjectTypes) private readonly types: ProjectTypes,
  ) {}

  /**
   * The way between two projects of the same type and team.
   * @throws Fault NOT_FOUND, FORBIDDEN naming the project in which a right is missing, INVALID_FIELD for another type,
   * UPLOAD_STATE (409) where the target keeps its files the other way.
   */
  async open(context: RequestContext, fromId: number, toId: number, operation: 'copy' | 'move'): Promise<Crossing> {
    await context.demand(operation === 'move' ? 'MoveItem' : 'CopyItem', { projectId: fromId });
    if (fromId === toId) return { from: fromId, to: toId, keepsStatus: true, storage: undefined };
    const to = await this.projects.get(context, toId);
    const from = await this.projects.get(context, fromId);
    if (from.type !== to.type)
      throw invalidField(
        'to_project_id',
        `“${to.name}” is a ${this.types.titleOf(to.type)} project, and the items are of a ${this.types.titleOf(from.type)} project; choose one of the same type`,
      );
    await demandIn(context, to, 'UploadItem', 'add items to');
    if (operation === 'move') await demandIn(context, from, 'DeleteItem', 'take items out of');
    const [target, source] = [to.upload_state, from.upload_state];
    if (target !== 1 && source !== 1 && target !== source)
      throw new Fault('UPLOAD_STATE', itemsOfOtherStorageMessage(to.name, target === 2), {
        status: 409,
        details: { upload_state: target, asked: source },
      });
    return {
      from: fromId,
      to: toId,
      keepsStatus: from.workflow_id === to.workflow_id,
      storage: target === 1 && (source === 2 || source === 3) ? source : undefined,
    };
  }

  /** The first items that arrive decide how the target keeps its files. Inside the transaction that brings them. */
  async arrived(context: RequestContext, { to, storage }: Crossing): Promise<void> {
    if (storage !== undefined) await this.projects.setUploadState(context, to, storage);
  }
}

/** @throws Fault FORBIDDEN (403) that names the project. */
export async function demandIn(
  context: RequestContext,
  { id, name }: Pick<Project, 'id' | 'name'>,
  action: string,
  what: string,
): Promise<void> {
  if (await context.can(action, { projectId: id })) return;
  throw new Fault(
    'FORBIDDEN',
    `You may not ${what} “${name}”. Ask an admin of that project for the right (${action}).`,
    { status: 403, details: { action, project_id: id } },
  );
}
