import { inject } from 'inversify';
import { proxy, ref } from 'valtio';
import type { Disposable } from '#core/base/common/index.ts';
import { Disposables, isFault, throttle, toDisposable } from '#core/base/common/index.ts';
import type { Client } from '#core/api/web/index.ts';
import { client, EventStream, Transport } from '#core/api/web/index.ts';
import { SessionStore } from '#core/auth/web/index.ts';
import { RELOAD_RIGHTS_MS } from '#core/bridge/common/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { toast } from '#core/ui/web/index.ts';
import { itemStatusOf } from '#plugins/workspace/items/common/index.ts';
import type { OpenedItem } from '#plugins/annotate/annotations/common/index.ts';
import { ProjectTypes } from '#plugins/workspace/projects/common/index.ts';
import { annotationDocumentApi } from '#plugins/annotate/annotations/common/index.ts';
import { imagesAhead } from '#plugins/annotate/stage/web/kit/index.ts';
import type { ControllerState } from './controller-state.ts';
import type { EditorDocument } from './document/editor-document.ts';
import { openDocument } from './document/open-document.ts';
import { AppHost } from './host/app-host.ts';
import { EditorHooks } from './kit/editor-hooks.ts';
import type { Editor } from './kit/editor-type.ts';
import { listenTo } from './kit/listen-to.ts';
import { followItem } from './follow-item.ts';
import { messages } from './messages.ts';
import { PreparedItems } from './queue/prepared-items.ts';

/** Milliseconds for which the previous document is kept while unmounting components still read it. */
const LEFT_MS = 5_000;
/** Longest time that loading waits for the open item to be drawn, in milliseconds. */
const DRAWN_MS = 2_000;

/** Opens items, one at a time, and keeps the open one in step with the server. */
export class EditorController implements Disposable {
  /** `opening`: another item takes the place of the open one as soon as it is there. */
  readonly state = proxy<{ controller: ControllerState; editor: Editor | undefined; opening: boolean }>({
    controller: { phase: 'empty' },
    editor: undefined,
    opening: false,
  });
  readonly api: Client<typeof annotationDocumentApi>;
  readonly #owned = new Disposables();
  #following = new Disposables();
  #turn = 0;
  /** Id of the item that is open or being opened. */
  #wanted: number | undefined;
  #handingOver = false;
  /** Was loaded ahead, and is not compared with the server yet. */
  #unconfirmed: EditorDocument | undefined;
  #left: Extract<ControllerState, { phase: 'ready' }> | undefined;
  #letGo: ReturnType<typeof setTimeout> | undefined;

  constructor(
    @inject(Transport) transport: Transport,
    @inject(EventStream) private readonly events: EventStream,
    @inject(TeamStore) private readonly teams: TeamStore,
    @inject(SessionStore) private readonly session: SessionStore,
    @inject(EditorHooks) private readonly hooks: EditorHooks,
    @inject(ProjectTypes) private readonly types: ProjectTypes,
    @inject(AppHost) readonly host: AppHost,
    @inject(PreparedItems) private readonly prepared: PreparedItems,
  ) {
    this.api = client(annotationDocumentApi, transport);
    for (const event of ['p_accesses', 'f_accesses'] as const)
      this.#owned.add(toDisposable(host.client.on(event, () => this.rightsChanged())));
    // What was changed meanwhile did not come.
    this.#owned.add(
      listenTo(window, 'online', () => {
        if (this.opened !== undefined) host.client.emit('request_accesses', {});
      }),
    );
  }

  /** The open document; undefined while there is none. */
  get document(): EditorDocument | undefined {
    const { controller } = this.state;
    return controller.phase === 'ready' ? controller.document : undefined;
  }

  /** The previous document: components may be drawn once more before they unmount. */
  get left(): Extract<ControllerState, { phase: 'ready' }> | undefined {
    return this.#left;
  }

  get opened(): OpenedItem | undefined {
    const { controller } = this.state;
    return controller.phase === 'ready' ? controller.opened : undefined;
  }

  /**
   * Opens an item in place of the one that is open; that one goes on being saved until it is. An item that is open, or
   * about to be, stays as it is.
   */
  async open(projectId: number, itemId: number): Promise<void> {
    if (this.#wanted === itemId) return;
    this.#wanted = itemId;
    const turn = ++this.#turn;
    this.state.opening = true;
    const prepared = this.prepared.take(projectId, itemId);
    // An item that was loaded ahead takes the place of the open one at once.
    if (prepared === undefined) {
      this.#clear();
      this.state.controller = ref({ phase: 'loading', itemId });
    }
    try {
      const opened = prepared ?? (await this.api.openItem({ params: { project_id: projectId, item_id: itemId } }));
      const choose = this.hooks.choosing.call(this.types.wordOf(opened.project.type), opened.item);
      const type = await choose?.();
      const document = await this.#document(opened);
      if (turn !== this.#turn) {
        document.dispose();
        return;
      }
      this.#showRights(opened);
      await document.begin();
      if (turn !== this.#turn) {
        document.dispose();
        return;
      }
      if (prepared !== undefined) {
        this.#clear();
        this.#unconfirmed = document;
      }
      this.#following = followItem(this.events, this.session, opened, document, () => void this.refresh());
      this.#following.add(document);
      this.state.controller = ref({ phase: 'ready', itemId, opened, document, type });
      if (document.state.recovered > 0)
        toast(
          document.state.recovered === 1
            ? messages.editorController.restored1UnsavedChange
            : messages.editorController.restoredRecoveredUnsavedChanges(document.state.recovered),
        );
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#wanted = undefined;
      this.#clear();
      this.state.controller = ref({ phase: 'failed', itemId, error });
    }
  }

  /** Opens the open item again if the server has another revision of it. @throws Fault when the item cannot be had */
  async reopen(): Promise<void> {
    const { opened, document } = this;
    if (opened === undefined) return;
    const [projectId, itemId] = [opened.project.id, opened.item.id];
    const { revision } = await this.api.openItem({ params: { project_id: projectId, item_id: itemId } });
    if (this.document !== document || revision === document?.revision) return;
    this.#wanted = undefined;
    // What was loaded ahead may be older than what was seen just now.
    this.prepared.take(projectId, itemId);
    await this.open(projectId, itemId);
  }

  /** Resolves when the picture of the open item has been drawn; soon where there is none, or none comes. */
  async drawn(): Promise<void> {
    const settled = this.state.editor?.stage?.settled();
    if (settled !== undefined) await Promise.race([settled, new Promise(resolve => setTimeout(resolve, DRAWN_MS))]);
  }

  /** Brings a document that was loaded ahead to the state of the server. */
  async #confirm(document: EditorDocument): Promise<void> {
    await this.drawn();
    if (this.document !== document) return;
    await this.refresh();
    if (document.state.elsewhere !== undefined && document.isClean && this.document === document)
      await document.mergeElsewhere();
  }

  /** Puts the controller away. */
  close(): void {
    this.#turn += 1;
    this.#wanted = undefined;
    this.#clear();
    imagesAhead.clear();
    this.state.controller = ref({ phase: 'empty' });
    this.teams.setProject(undefined);
  }

  /** The editor that draws the open document. */
  seat(editor: Editor | undefined): void {
    this.state.editor = editor === undefined ? undefined : ref(editor);
    const document = this.#unconfirmed;
    if (editor === undefined || document === undefined) return;
    this.#unconfirmed = undefined;
    void this.#confirm(document);
  }

  /**
   * Saves what is open, on the way to the status `to` if there is one. True when it is stored; work that is not is in
   * the journal.
   */
  async save(to?: number): Promise<boolean> {
    const { editor } = this.state;
    editor?.commit?.();
    const { document, opened } = this;
    if (document === undefined || opened === undefined) return true;
    const reason = document.isClean ? undefined : await this.#refusal(to);
    if (reason === undefined) return document.save();
    toast(messages.editorController.notSaved(reason), { tone: 'error' });
    return false;
  }

  /** Why the editor refuses to store the document on the way to the status `to`, or in its present one. */
  async #refusal(to?: number): Promise<string | undefined> {
    const from = this.opened?.item.annotation_status;
    if (from === undefined) return undefined;
    return this.state.editor?.refuseSave?.(this.statusName(from), this.statusName(to ?? from));
  }

  /** The name of a status on the wire, e.g. `QualityCheck`. */
  statusName(value: number): string {
    return this.opened?.status.all.find(each => each.value === value)?.name ?? itemStatusOf(value).name;
  }

  /**
   * The item is about to leave the caller's sight: messages about it no longer concern this controller. `stayed` takes
   * that back.
   */
  handOver(): { stayed(): void } {
    this.#handingOver = true;
    return { stayed: () => (this.#handingOver = false) };
  }

  /** A right may have changed: loads them again, at most every 500 ms however many calls were refused. */
  readonly rightsChanged = throttle(() => void this.refresh(), RELOAD_RIGHTS_MS);

  /** Loads what may have changed around the document: status, assignees, rights, classes. */
  async refresh(): Promise<void> {
    const { controller } = this.state;
    if (controller.phase !== 'ready' || this.#handingOver) return;
    try {
      const opened = await this.api.openItem({
        params: { project_id: controller.opened.project.id, item_id: controller.itemId },
      });
      if (this.state.controller.phase !== 'ready' || this.state.controller.document !== controller.document) return;
      this.#showRights(opened);
      controller.document.setReadOnly(opened.readOnly ?? undefined, opened.mayComment);
      controller.document.setClasses(opened.classes);
      controller.document.setParticulars(opened.particulars ?? {});
      controller.document.seen(opened.item.annotation_status);
      controller.document.noteRevision(opened.revision, opened.updatedBy ?? undefined);
      this.state.controller = ref({ ...controller, opened });
    } catch (error) {
      if (isFault(error) && [403, 404].includes(error.status))
        controller.document.setReadOnly(
          error.status === 404 ? messages.editorController.thisItemIsNoLonger : error.message,
        );
    }
  }

  dispose(): void {
    this.rightsChanged.dispose();
    this.close();
    clearTimeout(this.#letGo);
    this.#owned.dispose();
  }

  #document(opened: OpenedItem): Promise<EditorDocument> {
    const isOpen = (): boolean => this.opened?.item.id === opened.item.id;
    return openDocument(opened, this.session.state.email ?? '', this.hooks, this.api, {
      stored: () => {
        if (isOpen()) this.state.editor?.stored?.();
      },
      refusal: async () => (isOpen() ? this.#refusal() : undefined),
      storedAs: revision => this.host.reportSaved(opened, revision),
      refused: fault => {
        this.host.client.emit('api_error', { action: 'saveAnnotation', status: fault.status });
        if (fault.status === 404) void this.refresh();
      },
      statusChanged: status => {
        if (isOpen() && status !== this.opened?.item.annotation_status) void this.refresh();
      },
    });
  }

  #showRights({ accesses: { project, folder }, project: { id }, item }: OpenedItem): void {
    this.teams.setProject({
      id,
      actions: [...project.actions, ...folder.actions],
      action_groups: [...project.action_groups, ...folder.action_groups],
    });
    this.host.about(id, item.annotation_status);
  }

  #clear(): void {
    this.state.opening = false;
    this.#handingOver = false;
    this.#unconfirmed = undefined;
    const { controller } = this.state;
    if (controller.phase === 'ready') {
      this.#left = controller;
      clearTimeout(this.#letGo);
      this.#letGo = setTimeout(() => (this.#left = undefined), LEFT_MS);
    }
    this.seat(undefined);
    this.#following.dispose();
    this.#following = new Disposables();
  }
}
