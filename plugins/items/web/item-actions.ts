import { inject } from 'inversify';
import { QueryClient } from '@tanstack/react-query';
import type { BulkResult } from '#core/api/common/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { confirm, toast, toastError } from '#core/ui/web/index.ts';
import { ItemsClient } from './items-client.ts';
import { SelectionStore } from './selection-store.ts';

/** Ids of one bulk call. */
const PART = 500;

const things = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'item' : 'items'}`;

type Part = (ids: number[]) => Promise<BulkResult>;

/** Changes of selected items: in parts, with what became of them said at the end, and undone where that is possible. */
export class ItemActions {
  constructor(
    @inject(ItemsClient) private readonly client: ItemsClient,
    @inject(QueryClient) private readonly queries: QueryClient,
    @inject(SelectionStore) private readonly selection: SelectionStore,
    @inject(TeamStore) private readonly teams: TeamStore,
  ) {}

  async assign(projectId: number, ids: readonly number[], email: string): Promise<void> {
    await this.#run('assigned', ids, item_ids => this.client.items.assignItems({ params: { project_id: projectId }, body: { item_ids, email } }));
  }

  async unassign(projectId: number, ids: readonly number[], email: string | undefined): Promise<void> {
    await this.#run('unassigned', ids, item_ids => this.client.items.unassignItems({ params: { project_id: projectId }, body: { item_ids, ...(email === undefined ? {} : { email }) } }));
  }

  async setStatus(projectId: number, ids: readonly number[], status: number): Promise<void> {
    const done = await this.#run('moved', ids, item_ids => this.client.items.setItemStatus({ params: { project_id: projectId }, body: { item_ids, status } }));
    // Who sees own items only may not see these any more.
    if (!this.teams.can('ListFolders')) this.selection.drop(done);
  }

  async approve(projectId: number, ids: readonly number[], approval_status: 0 | 1 | 2): Promise<void> {
    const verb = ['cleared', 'disapproved', 'approved'][approval_status]!;
    await this.#run(verb, ids, item_ids => this.client.items.approveItems({ params: { project_id: projectId }, body: { item_ids, approval_status } }));
  }

  async pin(projectId: number, ids: readonly number[], pinned: boolean): Promise<void> {
    await this.#run(pinned ? 'pinned' : 'unpinned', ids, item_ids => this.client.items.pinItems({ params: { project_id: projectId }, body: { item_ids, pinned } }));
  }

  /** Asks first; more than 100 items need the number typed. Undo brings them back. */
  async remove(projectId: number, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const sure = await confirm({
      title: `Delete ${things(ids.length)}?`,
      text: 'Their annotations go with them. You can restore them for seven days.',
      action: `Delete ${things(ids.length)}`,
      danger: true,
      ...(ids.length > 100 ? { typed: String(ids.length) } : {}),
    });
    if (!sure) return;
    const gone = await this.#run('deleted', ids, item_ids => this.client.items.deleteItems({ params: { project_id: projectId }, body: { item_ids } }), done => void this.restore(projectId, done));
    this.selection.drop(gone);
  }

  async restore(projectId: number, ids: readonly number[]): Promise<void> {
    await this.#run('restored', ids, item_ids => this.client.items.restoreItems({ params: { project_id: projectId }, body: { item_ids } }));
  }

  /** Runs the parts one after the other; answers the ids that were changed. */
  async #run(verb: string, ids: readonly number[], part: Part, undo?: (done: readonly number[]) => void): Promise<readonly number[]> {
    const done: number[] = [];
    const failed: BulkResult['failed'] = [];
    let skipped = 0;
    try {
      for (let start = 0; start < ids.length; start += PART) {
        const result = await part(ids.slice(start, start + PART));
        done.push(...result.success);
        failed.push(...result.failed);
        skipped += result.skipped.length;
      }
    } catch (error) {
      toastError(error);
    }
    void this.queries.invalidateQueries({ queryKey: ['items'] });
    if (done.length > 0) toast(`${things(done.length)} ${verb}.`, undo === undefined ? { tone: 'success' } : { undo: () => undo(done) });
    else if (failed.length === 0 && skipped > 0) toast(skipped === 1 ? 'Nothing to change: it is so already.' : 'Nothing to change: they are so already.');
    if (failed.length > 0) toast(`${things(failed.length)} left as ${failed.length === 1 ? 'it was' : 'they were'}: ${failed[0]!.message ?? failed[0]!.code}`, { tone: 'error' });
    return done;
  }
}
