import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Connection, Transport } from '#core/api/web/index.ts';
import { isFault } from '#core/base/common/index.ts';
import { toast, toastError } from '#core/ui/web/index.ts';
import { itemChangeApi, itemsApi, itemStatusOf } from '#plugins/workspace/items/common/index.ts';
import { nextTask, taskStatuses } from '../common/next-task.ts';
import { EditorController } from './editor-controller.ts';
import { AppHost } from './host/app-host.ts';
import { EditorHooks } from './kit/editor-hooks.ts';
import type { OpenItem } from './kit/open-item.ts';
import { OpenItemToken } from './kit/open-item.ts';
import { messages } from './messages.ts';
import { ItemNavigation } from './queue/item-navigation.ts';
import { ItemQueue } from './queue/item-queue.ts';
import { QueuedSteps } from './steps/queued-steps.ts';

/** Actions of a person on the entire open item. The work is stored first, so that nobody gets an old state. */
export class ItemActions {
  readonly #items: Client<typeof itemsApi>;
  readonly #changes: Client<typeof itemChangeApi>;
  #refreshed: Promise<void> = Promise.resolve();

  constructor(
    @inject(Transport) transport: Transport,
    @inject(EditorController) private readonly controller: EditorController,
    @inject(AppHost) private readonly host: AppHost,
    @inject(ItemNavigation) private readonly navigation: ItemNavigation,
    @inject(ItemQueue) private readonly queue: ItemQueue,
    @inject(OpenItemToken) private readonly open: OpenItem,
    @inject(EditorHooks) private readonly hooks: EditorHooks,
    @inject(Connection) private readonly connection: Connection,
    @inject(QueuedSteps) private readonly steps: QueuedSteps,
  ) {
    this.#items = client(itemsApi, transport);
    this.#changes = client(itemChangeApi, transport);
  }

  /** Resolves when the item is shown as it is now, after a step of it that was refused. */
  get refreshed(): Promise<void> {
    return this.#refreshed;
  }

  /**
   * Moves the item to a status. `goOn` opens the item that follows and answers whether there is one; without it, the
   * next item of the list follows only when this one leaves the person's sight. Without a connection the step is
   * queued. A refusal is answered as soon as it is shown; what may have changed meanwhile is then still being loaded.
   */
  async setStatus(status: number, goOn?: () => Promise<boolean>): Promise<boolean> {
    const { opened, document } = this.controller;
    const { editor } = this.controller.state;
    editor?.commit?.();
    const [from, to] = [opened?.item.annotation_status ?? 0, status].map(each => this.controller.statusName(each)) as [
      string,
      string,
    ];
    const reason = await editor?.refuseStatus?.(from, to);
    if (reason !== undefined) {
      toast(reason, { tone: 'error' });
      return false;
    }
    if (!this.connection.state.online) {
      this.#queue(status);
      toast(messages.itemActions.queued);
      await goOn?.();
      return true;
    }
    // The item may leave the caller's sight with this step; the work then goes on with the next one.
    const vanishes = this.controller.opened?.status.visible?.includes(status) === false;
    const leaving = vanishes || goOn !== undefined ? this.controller.handOver() : undefined;
    const stay = async (): Promise<void> => {
      leaving?.stayed();
      await this.controller.refresh();
    };
    const moved =
      (await this.#stored(messages.itemActions.moveTheItemOn, status)) &&
      (await this.#change('changeAnnotationStatus', 'status', status, opened));
    if (!moved) {
      if (leaving !== undefined) this.#refreshed = stay();
      return false;
    }
    const said = messages.itemActions.movedToTitle(itemStatusOf(status).title);
    // The person went to another item meanwhile, and stays there.
    if (this.controller.document !== document) {
      toast(said, { tone: 'success' });
      return true;
    }
    editor?.statusChanged?.(from, to);
    if (goOn === undefined) toast(said, { tone: 'success' });
    const followed = goOn === undefined ? !vanishes || (await this.navigation.step(1)) : await goOn();
    // One message replaces another, so what was done and that nothing follows are shown together, and after the
    // messages of items before.
    if (goOn !== undefined && followed) toast(said, { tone: 'success' });
    else if (goOn !== undefined)
      void this.steps.settled().then(() => toast(messages.itemActions.saidAllDone(said), { tone: 'success' }));
    if (followed) return true;
    if (vanishes) this.navigation.leave();
    else await stay();
    return true;
  }

  /**
   * Opens an item that was loaded ahead, while the open one is stored and moved to a status behind it. False where the
   * answer must be awaited: scripts of the form or saving may still refuse the step.
   */
  goAhead(status: number, nextId: number): boolean {
    const { document, opened } = this.controller;
    const { editor } = this.controller.state;
    const asks = editor?.refuseSave ?? editor?.refuseStatus ?? editor?.showMissing;
    if (document === undefined || opened === undefined || asks !== undefined || !this.connection.state.online)
      return false;
    if (!['saved', 'unsaved', 'saving'].includes(document.state.save.kind)) return false;
    editor?.commit?.();
    this.controller.handOver();
    this.controller.state.opening = true;
    this.#queue(status);
    this.navigation.go(nextId);
    // The page opens it only once the router has drawn the address.
    void this.controller.open(opened.project.id, nextId);
    return true;
  }

  #queue(status: number): void {
    const { opened, document } = this.controller;
    if (opened !== undefined && document !== undefined) this.steps.add(opened, document, status);
  }

  async setApproval(approval: number): Promise<boolean> {
    return this.#change('changeApprovalStatus', 'approval', approval);
  }

  async togglePin(): Promise<boolean> {
    const pinned = this.controller.opened?.item.is_pinned !== true;
    return this.#change('pinImage', 'pin', pinned);
  }

  /**
   * Opens the next item that is assigned to the person and still to be worked on; who has none left may get one by
   * `outOfTasks`.
   */
  async nextTask(): Promise<void> {
    const { opened, document } = this.controller;
    if (opened === undefined || document === undefined || !(await this.#stored(messages.itemActions.goToTheNextTask)))
      return;
    try {
      const status = taskStatuses(
        opened.status.visible,
        opened.status.all.map(each => each.value),
      );
      const { ids } = await this.#items.listItemIds({
        params: { project_id: opened.project.id },
        query: { assignee: document.user.email, status: [...status] },
      });
      const next = nextTask(ids, this.queue.state.ids, opened.item.id);
      if (next !== undefined) return this.navigation.go(next);
      const { now } = this.open;
      const offer = now === undefined ? undefined : await this.hooks.outOfTasks.promise(now);
      if (offer !== undefined && 'itemId' in offer) this.navigation.go(offer.itemId, 'project');
      else toast(offer?.message ?? messages.itemActions.thereIsNoOtherTask);
    } catch (error) {
      if (isFault(error)) this.host.client.emit('api_error', { action: 'requestAssets', status: error.status });
      toastError(error);
    }
  }

  async #stored(what: string, status?: number): Promise<boolean> {
    if (await this.controller.save(status)) return true;
    toast(messages.itemActions.yourWorkMustBeSaved(what), { tone: 'error' });
    return false;
  }

  async #change(action: string, kind: string, value: unknown, opened = this.controller.opened): Promise<boolean> {
    if (opened === undefined) return false;
    try {
      const {
        refused: [refused],
      } = await this.#changes.changeItems({
        params: { project_id: opened.project.id },
        body: { selection: { item_ids: [opened.item.id] }, change: { kind, value } },
      });
      if (refused !== undefined) {
        if (refused.code === 'FORBIDDEN') this.host.client.emit('api_error', { action, status: 403 });
        toast(refused.message, { tone: 'error' });
        if (refused.code === 'CONSTRAINT_FAILED' && this.controller.opened?.item.id === opened.item.id)
          this.controller.state.editor?.showMissing?.();
      }
      await this.controller.refresh();
      return refused === undefined;
    } catch (error) {
      if (isFault(error)) this.host.client.emit('api_error', { action, status: error.status });
      toastError(error);
      return false;
    }
  }
}
