import { inject } from 'inversify';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { itemsApi } from '#plugins/workspace/items/common/index.ts';
import type { OpenedItem } from '#plugins/annotate/annotations/common/index.ts';
import { nextTask } from '../../common/next-task.ts';
import { waitingStatuses } from '../../common/primary-step.ts';
import { EditorController } from '../editor-controller.ts';
import { QueuedSteps } from '../steps/queued-steps.ts';
import { ItemQueue } from './item-queue.ts';
import { ItemsAhead } from './items-ahead.ts';

/** Finds the item a person works on after the open one, ahead of the moment it is needed. */
export class NextItem {
  readonly #items: Client<typeof itemsApi>;
  #found: { readonly key: string; readonly id: Promise<number | undefined> } | undefined;

  constructor(
    @inject(Transport) transport: Transport,
    @inject(EditorController) private readonly controller: EditorController,
    @inject(ItemQueue) private readonly queue: ItemQueue,
    @inject(ItemsAhead) private readonly ahead: ItemsAhead,
    @inject(QueuedSteps) private readonly steps: QueuedSteps,
  ) {
    this.#items = client(itemsApi, transport);
  }

  /** Looks for the item, loads it ahead and decodes its picture. */
  async prepare(): Promise<void> {
    const { opened } = this.controller;
    const id = await this.find().catch(() => undefined);
    if (id === undefined || opened === undefined) return;
    await this.ahead.load(opened.project.id, id);
    this.ahead.decode(opened.project.id, id);
  }

  /** Returns the next item that waits for the same work: one assigned to the person, else one of the present list. */
  find(): Promise<number | undefined> {
    const { opened } = this.controller;
    if (opened === undefined) return Promise.resolve(undefined);
    const key = `${opened.item.id} ${waitingStatuses(opened.item.annotation_status).join()}`;
    if (this.#found?.key !== key) {
      const id = this.#search(opened);
      this.#found = { key, id };
      // A search that failed, or found nothing, is repeated when it is needed.
      const forget = (): void => {
        if (this.#found?.id === id) this.#found = undefined;
      };
      id.then(found => found === undefined && forget(), forget);
    }
    return this.#found!.id;
  }

  async #search({ item, project }: OpenedItem): Promise<number | undefined> {
    const email = this.controller.document?.user.email ?? '';
    // The server may not know yet that these have moved on.
    const moving = this.steps.itemIds;
    const ids = async (assignee: string | undefined): Promise<readonly number[]> =>
      (
        await this.#items.listItemIds({
          params: { project_id: project.id },
          query: {
            status: [...waitingStatuses(item.annotation_status)],
            ...(assignee === undefined ? {} : { assignee }),
          },
        })
      ).ids.filter(id => !moving.has(id));
    const assigned = nextTask(await ids(email), this.queue.state.ids, item.id);
    if (assigned !== undefined || item.assignments.some(each => each.user_id === email)) return assigned;
    const listed = new Set(this.queue.state.ids);
    return nextTask(
      (await ids(undefined)).filter(each => listed.has(each)),
      this.queue.state.ids,
      item.id,
    );
  }
}
