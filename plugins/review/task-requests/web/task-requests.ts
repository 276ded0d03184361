import { inject } from 'inversify';
import { QueryClient } from '@tanstack/react-query';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { isFault } from '#core/base/common/index.ts';
import { NavigationToken } from '#core/kernel/web/index.ts';
import type { Navigation } from '#core/kernel/web/index.ts';
import { toast, toastError } from '#core/ui/web/index.ts';
import type { OpenItem, TaskOffer } from '#plugins/annotate/editor/web/kit/index.ts';
import { OpenItemToken } from '#plugins/annotate/editor/web/kit/index.ts';
import { itemKeys } from '#plugins/workspace/items/common/index.ts';
import { ProjectStore } from '#plugins/workspace/projects/web/kit/index.ts';
import type { RequestQueueState } from '../common/api.ts';
import { itemRequestsApi } from '../common/api.ts';
import { NOTHING_LEFT } from '../common/request-rules.ts';
import { messages } from './messages.ts';

/** Under this key the state of a project's queue is kept; what belongs to items is asked again when items change. */
export const queueKey = (projectId: number): readonly unknown[] => itemKeys.dependent('task-requests', projectId);

/** Asks for the next items of the caller. */
export class TaskRequests {
  readonly #api: Client<typeof itemRequestsApi>;

  constructor(
    @inject(Transport) transport: Transport,
    @inject(NavigationToken) private readonly navigation: Navigation,
    @inject(QueryClient) private readonly queries: QueryClient,
    @inject(ProjectStore) private readonly projects: ProjectStore,
    @inject(OpenItemToken) private readonly open: OpenItem,
  ) {
    this.#api = client(itemRequestsApi, transport);
  }

  /** Returns the items that the caller can request in a project. */
  queue(projectId: number): Promise<RequestQueueState> {
    return this.#api.getRequestQueue({ params: { project_id: projectId } });
  }

  /** Requests a batch and opens its first item; what stands against it is shown. With a category only items of it. */
  async request(projectId: number, categoryId?: number): Promise<void> {
    const team = this.projects.state.project?.team_id ?? this.open.now?.opened.item.team_id;
    if (this.open.now !== undefined && !(await this.open.save()))
      return toast(messages.taskRequests.yourWorkMustBeSaved, { tone: 'error' });
    try {
      const offer = await this.#ask(projectId, categoryId);
      if ('message' in offer) toast(offer.message);
      else if (team !== undefined)
        this.navigation.go(`/t/${team}/p/${projectId}/item/${offer.itemId}?from=data`, {
          replace: this.open.now !== undefined,
        });
    } catch (error) {
      toastError(error);
    }
  }

  /** A task for who has no other left: the first item of a new batch. Undefined where people may not request. */
  async offer(projectId: number): Promise<TaskOffer | undefined> {
    const { on, paused } = await this.queries.fetchQuery({
      queryKey: queueKey(projectId),
      queryFn: () => this.queue(projectId),
    });
    return on && !paused ? this.#ask(projectId, undefined) : undefined;
  }

  async #ask(projectId: number, categoryId: number | undefined): Promise<TaskOffer> {
    try {
      const { items, message } = await this.#api.requestItems({
        params: { project_id: projectId },
        body: categoryId === undefined ? {} : { category_id: categoryId },
      });
      const [first] = items;
      if (first === undefined) return { message: message ?? NOTHING_LEFT };
      toast(
        items.length === 1
          ? messages.taskRequests.youHaveANewTask
          : messages.taskRequests.youHaveCountNewTasks(items.length),
        { tone: 'success' },
      );
      return { itemId: first.id };
    } catch (error) {
      // Work that is to be finished first is no mistake.
      if (isFault(error) && error.code === 'HAS_UNFINISHED_ITEMS') return { message: error.message };
      throw error;
    } finally {
      void this.queries.invalidateQueries({ queryKey: itemKeys.all });
    }
  }
}
