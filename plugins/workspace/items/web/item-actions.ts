import { inject } from 'inversify';
import { QueryClient } from '@tanstack/react-query';
import { KernelClient } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { confirm, progressToast, toast, toastError } from '#core/ui/web/index.ts';
import { itemKeys } from '../common/query-keys.ts';
import type { CopyOrMoveOptions } from '../common/copy-or-move-api.ts';
import type { ChangePreview, ItemChangeView } from '../common/change-api.ts';
import { changeText, previewText, progressText } from './changing/change-text.ts';
import { ItemsClient } from './items-client.ts';
import { ItemsWebHooks } from './kit/items-web-hooks.ts';
import { messages } from './messages.ts';
import type { Selection } from './selection.ts';
import { isListed, requestOf, sizeOf, things } from './selection.ts';
import { SelectionStore } from './selection-store.ts';

const ASK_MS = 700;

/** A change as it is asked for: its kind, and the value that kind takes. */
export interface AskedChange {
  readonly kind: string;
  readonly value?: unknown;
}

const callOf = (projectId: number, selection: Selection, change: AskedChange) => ({
  params: { project_id: projectId },
  body: { selection: requestOf(selection), change },
});

/**
 * Changes of selected items, one or half a million: what became of them is said at the end, and taken back where that
 * is possible.
 */
export class ItemActions {
  constructor(
    @inject(ItemsClient) private readonly client: ItemsClient,
    @inject(KernelClient) private readonly kernel: KernelClient,
    @inject(QueryClient) private readonly queries: QueryClient,
    @inject(SelectionStore) private readonly selection: SelectionStore,
    @inject(TeamStore) private readonly teams: TeamStore,
    @inject(ItemsWebHooks) private readonly hooks: ItemsWebHooks,
  ) {}

  /**
   * Makes a change, follows it while it is being made, and says what became of it; undefined when it was refused as a
   * whole. With `previews` the person first sees which of several items would be skipped.
   */
  async change(
    projectId: number,
    selection: Selection,
    change: AskedChange,
    previews = this.selection.list?.previews === true,
  ): Promise<ItemChangeView | undefined> {
    try {
      if (previews && sizeOf(selection) > 1) {
        const preview = await this.preview(projectId, selection, change);
        if (preview.refused.length > 0 && !(await this.#agreed(preview))) return undefined;
      }
      const begun = await this.client.changes.changeItems(callOf(projectId, selection, change));
      return await this.#end(begun);
    } catch (error) {
      toastError(error);
      return undefined;
    }
  }

  /** Predicts a change: which items it would change, and which it would skip. @throws Fault */
  preview(projectId: number, selection: Selection, change: AskedChange): Promise<ChangePreview> {
    return this.client.changes.previewItemChange(callOf(projectId, selection, change));
  }

  /** Copies or moves items to a folder of the project, or of another one. */
  async copyOrMove(
    projectId: number,
    selection: Selection,
    to: CopyOrMoveOptions & {
      readonly folder_id: number;
      readonly folder_created?: boolean;
      readonly to_project_id?: number;
    },
  ): Promise<void> {
    try {
      await this.#end(
        await this.client.copying.bringItems({
          params: { project_id: projectId },
          body: { selection: requestOf(selection), ...to },
        }),
      );
      this.selection.clear();
    } catch (error) {
      toastError(error);
    }
  }

  /** Takes a change back, and says what became of that. */
  async undo(projectId: number, id: number): Promise<void> {
    try {
      await this.#end(await this.client.changes.undoItemChange({ params: { project_id: projectId, change_id: id } }));
    } catch (error) {
      toastError(error);
    }
  }

  async setStatus(projectId: number, selection: Selection, status: number): Promise<void> {
    const done = await this.change(projectId, selection, { kind: 'status', value: status });
    // Who sees own items only may not see these any more.
    if (!this.teams.can('ListFolders')) this.selection.drop(done?.items?.success ?? []);
  }

  /** Asks first; more than 100 items need the number typed. */
  async remove(projectId: number, selection: Selection): Promise<void> {
    const count = sizeOf(selection);
    if (count === 0) return;
    const sure = await confirm({
      title: messages.itemActions.deleteThings(things(count)),
      text: messages.itemActions.theirAnnotationsGoWithThem,
      action: messages.itemActions.deleteThings2(things(count)),
      danger: true,
      ...(count > 100 ? { typed: String(count) } : {}),
    });
    if (!sure) return;
    const done = await this.change(projectId, selection, { kind: 'delete' });
    if (isListed(selection) && done !== undefined) this.selection.clear();
    this.selection.drop(done?.items?.success ?? []);
  }

  /** Says which items would be skipped, and asks whether to change the others. */
  async #agreed(preview: ChangePreview): Promise<boolean> {
    const text = previewText(preview);
    if (preview.changes === 0) {
      toast(text, { tone: 'error' });
      return false;
    }
    return confirm({
      title: messages.itemActions.someItemsAreSkipped,
      text,
      action: messages.itemActions.changeThings(things(preview.changes)),
    });
  }

  async #end(begun: ItemChangeView): Promise<ItemChangeView> {
    const change = begun.state === 'running' ? await this.#follow(begun) : begun;
    this.#refresh();
    const text = changeText(change, this.hooks.changeVerbs.for(change.kind).call(change));
    const kept = change.refused.length > 0 || change.state === 'stopped';
    const undo = change.undoable ? { undo: () => void this.undo(change.project_id, change.id) } : {};
    toast(
      text,
      kept
        ? { tone: change.changed > 0 ? 'info' : 'error', ...undo }
        : change.changed > 0
          ? { tone: 'success', ...undo }
          : {},
    );
    return change;
  }

  async #follow(begun: ItemChangeView): Promise<ItemChangeView> {
    const cancel = (): void => void this.kernel.api.cancelJob({ params: { job_id: begun.job_id! } }).catch(toastError);
    const shown = progressToast(progressText(begun), cancel);
    try {
      for (let change = begun; ;) {
        await new Promise(resolve => setTimeout(resolve, ASK_MS));
        change = {
          ...(await this.client.changes.getItemChange({
            params: { project_id: begun.project_id, change_id: begun.id },
          })),
          items: null,
        };
        if (change.state !== 'running') return change;
        const done = change.changed + change.same + change.since;
        shown.update(progressText(change), done, change.total);
      }
    } finally {
      shown.close();
    }
  }

  #refresh(): void {
    void this.queries.invalidateQueries({ queryKey: itemKeys.all });
  }
}
