import { inject } from 'inversify';
import type { Disposable } from '#core/base/common/index.ts';
import { Disposables } from '#core/base/common/index.ts';
import { EventStream } from '#core/api/web/index.ts';
import { classesEvents } from '#plugins/workspace/classes/common/index.ts';
import { itemsEvents } from '#plugins/workspace/items/common/index.ts';
import { projectsEvents } from '#plugins/workspace/projects/common/index.ts';
import type { OpenedItem } from '#plugins/annotate/annotations/common/index.ts';
import { editorEvents } from '#plugins/annotate/annotations/common/index.ts';

/** Longest age at which an item is opened from what was loaded ahead, in milliseconds. */
const FRESH_MS = 5 * 60_000;

/** Items that were loaded ahead, until they are opened or something of them changes. */
export class PreparedItems implements Disposable {
  readonly #items = new Map<number, { readonly opened: OpenedItem; readonly at: number }>();
  readonly #owned = new Disposables();

  constructor(@inject(EventStream) private readonly events: EventStream) {
    const forget = (id: number): void => void this.#items.delete(id);
    const forgetProject = ({ project_id: id }: { readonly project_id: number }): void => {
      for (const [itemId, { opened }] of this.#items) if (opened.project.id === id) forget(itemId);
    };
    for (const following of [
      events.on(editorEvents.annotationSaved, ({ item_id: id }) => forget(id)),
      events.on(editorEvents.annotationsSaved, ({ saved }) => saved.forEach(each => forget(each.item_id))),
      events.on(itemsEvents.changed, ({ project_id, item_ids: ids }) =>
        ids === undefined ? forgetProject({ project_id }) : ids.forEach(forget),
      ),
      events.on(classesEvents.changed, forgetProject),
      events.on(projectsEvents.changed, forgetProject),
      events.on(projectsEvents.settingsChanged, forgetProject),
      events.on(projectsEvents.contributorsChanged, forgetProject),
      events.onMessage(message => {
        if (message.type === 'reload') this.clear();
      }),
    ])
      this.#owned.add(following);
  }

  has(projectId: number, itemId: number): boolean {
    return this.of(projectId, itemId) !== undefined;
  }

  /** Returns an item that was loaded and has not changed since. */
  of(projectId: number, itemId: number): OpenedItem | undefined {
    const found = this.#items.get(itemId);
    return found !== undefined && found.opened.project.id === projectId && Date.now() - found.at < FRESH_MS
      ? found.opened
      : undefined;
  }

  keep(opened: OpenedItem): void {
    this.#items.set(opened.item.id, { opened, at: Date.now() });
  }

  /** Gives an item away; undefined when it must be asked for, as always while no changes are received. */
  take(projectId: number, itemId: number): OpenedItem | undefined {
    const opened = this.of(projectId, itemId);
    this.#items.delete(itemId);
    return this.events.state.connected ? opened : undefined;
  }

  clear(): void {
    this.#items.clear();
  }

  dispose(): void {
    this.#owned.dispose();
    this.clear();
  }
}
