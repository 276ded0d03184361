import { inject } from 'inversify';
import { subscribe } from 'valtio';
import { z } from '#core/api/common/index.ts';
import type { Disposable } from '#core/base/common/index.ts';
import { Fault, invalidFields, toDisposable } from '#core/base/common/index.ts';
import type { BridgeClient } from '#core/bridge/web/index.ts';
import { Embedding } from '#core/bridge/web/index.ts';
import type { Navigation } from '#core/kernel/web/index.ts';
import { NavigationToken } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import type { EditorItem } from '#sdk/bridge/index.ts';
import type { ControllerState } from '../controller-state.ts';
import type { EditorDocument } from '../document/editor-document.ts';
import { EditorController } from '../editor-controller.ts';
import { messages } from '../messages.ts';
import { currentAnnotations } from './current-annotations.ts';

const id = z.int().positive();
const openArgs = z.strictObject({ project_id: id, item_id: id });
/** Milliseconds that an item may take to open. */
const OPEN_MS = 20_000;

/** The editor in an external page: the requests that the page may make, and the events that it receives. */
export class EmbeddedEditor {
  readonly #client: BridgeClient | undefined;
  /** The document of the last `item_opened`, and its revision then. */
  #reported: { readonly document: EditorDocument; readonly revision: number } | undefined;

  constructor(
    @inject(Embedding) embedding: Embedding,
    @inject(EditorController) private readonly controller: EditorController,
    @inject(NavigationToken) private readonly navigation: Navigation,
    @inject(TeamStore) private readonly teams: TeamStore,
  ) {
    this.#client = embedding.client;
  }

  /** Serves the page around this one, if there is one. */
  begin(): Disposable {
    this.#client?.provide({
      currentItem: () => this.#item(),
      openItem: args => this.#open(args),
      save: () => this.#save(),
      currentAnnotations: () => this.#annotations(),
    });
    return toDisposable(
      this.#client === undefined ? () => undefined : subscribe(this.controller.state, () => this.#follow()),
    );
  }

  /**
   * The person wants to leave the item. True when the page around this one was notified; it decides what comes next.
   */
  left(): boolean {
    if (this.#client === undefined || this.controller.document === undefined) return false;
    this.#client.emit('item_left', this.#item());
    return true;
  }

  /** Reports each document that is opened: an item that is opened again has another one. */
  #follow(): void {
    const { document } = this.controller;
    if (document === undefined) this.#reported = undefined;
    else if (this.#reported?.document !== document) this.#reportOpened(document);
  }

  #reportOpened(document: EditorDocument): void {
    this.#reported = { document, revision: document.revision };
    this.#client?.emit('item_opened', this.#item());
  }

  /** @throws Fault NOTHING_OPEN. */
  #item(): EditorItem {
    const {
      controller: { opened, document },
    } = this;
    if (opened === undefined || document === undefined)
      throw new Fault('NOTHING_OPEN', 'No item is open.', { status: 409 });
    return {
      project_id: opened.project.id,
      item_id: opened.item.id,
      name: opened.item.name,
      revision: document.revision,
    };
  }

  /** @throws Fault INVALID_FIELD, NOT_SAVED, TIMEOUT, or why the item cannot be opened. */
  async #open(given: unknown): Promise<EditorItem> {
    const args = openArgs.safeParse(given);
    if (!args.success)
      throw invalidFields(
        args.error.issues.map(issue => ({ field: issue.path.join('.') || 'args', reason: issue.message })),
      );
    const team = this.teams.state.team?.id;
    if (team === undefined) throw new Fault('NOTHING_OPEN', 'No team is open.', { status: 409 });
    if (this.controller.document !== undefined) await this.#save();
    const { project_id: projectId, item_id: itemId } = args.data;
    const { opened, state } = this.controller;
    const before = state.controller;
    if (opened?.project.id === projectId && opened.item.id === itemId) await this.controller.reopen();
    else {
      this.navigation.go(`/t/${team}/p/${projectId}/item/${itemId}`, { replace: true });
      // The page opens what its address names once; an item that failed to open has the same address.
      void this.controller.open(projectId, itemId);
    }
    const item = await this.#arrival(itemId, before);
    this.#follow();
    const { document } = this.controller;
    if (document !== undefined && this.#reported?.revision !== document.revision) this.#reportOpened(document);
    return item;
  }

  /** Resolves when an item is open. That it failed to open `before` does not count. */
  #arrival(itemId: number, before: ControllerState): Promise<EditorItem> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const { controller } = this.controller.state;
        if (!('itemId' in controller) || controller.itemId !== itemId || controller.phase === 'loading') return;
        if (controller.phase === 'failed' && controller === before) return;
        end();
        if (controller.phase === 'ready') resolve(this.#item());
        else reject(controller.error as Error);
      };
      const timer = setTimeout(() => {
        end();
        reject(new Fault('TIMEOUT', messages.embeddedEditor.itemDidNotOpenInTime, { status: 504 }));
      }, OPEN_MS);
      const stop = subscribe(this.controller.state, look);
      const end = (): void => {
        clearTimeout(timer);
        stop();
      };
      look();
    });
  }

  /** @throws Fault NOT_SAVED. */
  async #save(): Promise<EditorItem> {
    if (!(await this.controller.save()))
      throw new Fault('NOT_SAVED', 'The work could not be saved. It is kept in this browser.', { status: 409 });
    return this.#item();
  }

  /** @throws Fault NOTHING_OPEN, CONFLICT, DOCUMENT_TOO_LARGE, STILL_SAVING. */
  async #annotations(): Promise<ReadableStream<Uint8Array>> {
    const { project_id, item_id } = this.#item();
    const { document, api, state } = this.controller;
    state.editor?.commit?.();
    const annotations = await currentAnnotations(document!, () =>
      api.getAnnotation({ params: { project_id, item_id } }),
    );
    return new Blob([JSON.stringify(annotations)]).stream();
  }
}
