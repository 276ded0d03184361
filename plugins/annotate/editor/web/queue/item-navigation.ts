import { inject } from 'inversify';
import { Connection } from '#core/api/web/index.ts';
import type { Navigation } from '#core/kernel/web/index.ts';
import { NavigationToken } from '#core/kernel/web/index.ts';
import { toast } from '#core/ui/web/index.ts';
import type { OpenedItem } from '#plugins/annotate/annotations/common/index.ts';
import { EditorController } from '../editor-controller.ts';
import { EmbeddedEditor } from '../host/embedded-editor.ts';
import { ItemQueue } from './item-queue.ts';
import { ItemsAhead } from './items-ahead.ts';
import { messages } from '../messages.ts';
import { pathOfOrigin, readOrigin } from './list-origin.ts';

/**
 * Goes from item to item, and back to where one came from. What is open is saved on the way; the journal holds it in
 * any case.
 */
export class ItemNavigation {
  #depth = 0;

  constructor(
    @inject(NavigationToken) private readonly navigation: Navigation,
    @inject(Connection) private readonly connection: Connection,
    @inject(EditorController) private readonly controller: EditorController,
    @inject(ItemQueue) private readonly queue: ItemQueue,
    @inject(ItemsAhead) private readonly ahead: ItemsAhead,
    @inject(EmbeddedEditor) private readonly embedded: EmbeddedEditor,
  ) {}

  /**
   * Opens an item of the same project in place of the present one, so that "back" still leads to the list. It is walked
   * in the present list, or in that of the whole project.
   */
  go(itemId: number, list: 'present' | 'project' = 'present'): void {
    const { opened } = this.controller;
    if (opened === undefined || itemId === opened.item.id) return;
    void this.#go(opened, itemId, list);
  }

  async #go({ item, project }: OpenedItem, itemId: number, list: 'present' | 'project'): Promise<void> {
    if (!this.connection.state.online && !(await this.ahead.canOpen(project.id, itemId))) {
      toast(messages.itemNavigation.youAreOffline, { tone: 'error' });
      return;
    }
    this.navigation.go(
      `/t/${item.team_id}/p/${project.id}/item/${itemId}${list === 'project' ? '?from=data' : listOf(location.search)}`,
      { replace: true },
    );
  }

  /** False at the end of the list. A list that is still loading is waited for. */
  async step(by: 1 | -1): Promise<boolean> {
    const from = this.controller.opened?.item.id;
    if (from === undefined) return false;
    if (this.queue.placeOf(from) < 0) await this.queue.shown.catch(() => undefined);
    // Another item was opened meanwhile.
    if (this.controller.opened?.item.id !== from) return true;
    const next = this.queue.neighbour(from, by);
    if (next !== undefined) this.go(next);
    return next !== undefined;
  }

  /** The page was entered from inside the app when its history says so; the list is then found as it was left. */
  entered(fromInside: boolean): void {
    this.#depth = fromInside ? 1 : 0;
  }

  leave(): void {
    if (this.embedded.left()) return;
    const { opened } = this.controller;
    const { controller } = this.controller.state;
    if (this.#depth > 0) this.navigation.back();
    else if (opened !== undefined) {
      const { item, project } = opened;
      const origin = readOrigin(new URLSearchParams(location.search).get('from'));
      // A list of all items has no folder.
      const folder = origin === undefined ? item.folder_id : origin.filter.folder_id;
      this.navigation.go(this.queue.path ?? pathOfOrigin(item.team_id, project.id, folder));
    } else if (controller.phase === 'failed') this.navigation.go('/');
  }
}

/** The part of the address that identifies the list; a thread belongs to its item alone. */
function listOf(search: string): string {
  const parameters = new URLSearchParams(search);
  parameters.delete('thread');
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
