import { inject } from 'inversify';
import { proxy, ref, subscribe } from 'valtio';
import type { Disposable } from '#core/base/common/index.ts';
import { Disposables, isFault, toDisposable } from '#core/base/common/index.ts';
import type { Client } from '#core/api/web/index.ts';
import { client, Connection, Transport } from '#core/api/web/index.ts';
import { SessionStore } from '#core/auth/web/index.ts';
import type { Navigation } from '#core/kernel/web/index.ts';
import { NavigationToken } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { errorText, toast } from '#core/ui/web/index.ts';
import { itemChangeApi, itemStatusOf } from '#plugins/workspace/items/common/index.ts';
import type { OpenedItem } from '#plugins/annotate/annotations/common/index.ts';
import { followDrafts } from '../document/draft-storage.ts';
import type { EditorDocument } from '../document/editor-document.ts';
import { failureKind } from '../document/save-queue.ts';
import { EditorController } from '../editor-controller.ts';
import { AppHost } from '../host/app-host.ts';
import { itemSettled } from '../item-settled.ts';
import { EditorHooks } from '../kit/editor-hooks.ts';
import { listenTo } from '../kit/listen-to.ts';
import { messages } from '../messages.ts';
import { LeftItems } from './left-items.ts';
import type { StoredWork } from './left-work.ts';
import { storeLeftWork, waits } from './left-work.ts';
import type { QueuedStep } from './queued-step.ts';
import { StepJournal } from './step-journal.ts';

/** Pause before steps that the server could not take are sent again, in milliseconds. */
const RETRY_MS = 10_000;

/**
 * Sends the moves of items to other statuses one after the other, each once the work on its item is stored, and then
 * stores work that closed tabs left. Both outlive the tab.
 */
export class QueuedSteps implements Disposable {
  /** `delayed`: the first step could not be sent and waits. */
  readonly state = proxy<{ steps: readonly QueuedStep[]; delayed: boolean }>({ steps: ref([]), delayed: false });
  readonly #changes: Client<typeof itemChangeApi>;
  readonly #owned = new Disposables();
  /** Documents of this tab whose work is still being stored. */
  readonly #documents = new Map<QueuedStep, EditorDocument>();
  #journal: Promise<StepJournal | undefined> | undefined;
  #owner: string | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  /** A step has waited for some time: it is sent although the last call had no answer. */
  #isDue = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #disposed = false;

  constructor(
    @inject(Transport) transport: Transport,
    @inject(Connection) private readonly connection: Connection,
    @inject(SessionStore) private readonly session: SessionStore,
    @inject(TeamStore) private readonly teams: TeamStore,
    @inject(EditorController) private readonly controller: EditorController,
    @inject(AppHost) private readonly host: AppHost,
    @inject(EditorHooks) private readonly hooks: EditorHooks,
    @inject(NavigationToken) private readonly navigation: Navigation,
    @inject(LeftItems) private readonly left: LeftItems,
  ) {
    this.#changes = client(itemChangeApi, transport);
  }

  /** Sends what earlier pages left, now and whenever the connection comes back. */
  begin(): this {
    for (const state of [this.connection.state, this.teams.state, this.session.state])
      this.#owned.add(toDisposable(subscribe(state, () => void this.#run())));
    this.#owned.add(toDisposable(followDrafts(() => void this.#run())));
    // A tab may have been closed meanwhile.
    this.#owned.add(listenTo(document, 'visibilitychange', () => void this.#run()));
    void this.#run();
    return this;
  }

  /** Returns the items whose step is still to be answered. */
  get itemIds(): ReadonlySet<number> {
    return new Set(this.state.steps.filter(each => each.refusal === undefined).map(each => each.itemId));
  }

  /** Resolves when all steps are sent, or wait for the server. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** Moves the item to a status once its document is stored. The step takes the place of an earlier one of the item. */
  add({ item, project, status }: OpenedItem, document: EditorDocument, to: number): void {
    const owner = this.#now();
    if (owner === undefined) return;
    const step: QueuedStep = {
      to,
      from: [item.annotation_status, document.state.status],
      afterSave: status.after_save,
      owner,
      teamId: item.team_id,
      projectId: project.id,
      itemId: item.id,
      itemName: item.name,
      title: status.all.find(each => each.value === to)?.title ?? itemStatusOf(to).title,
      at: Date.now(),
    };
    document.state.statusHeld = true;
    this.#documents.set(step, document);
    for (const each of this.state.steps) if (each.itemId === item.id) this.#release(each);
    this.#show([...this.state.steps.filter(each => each.itemId !== item.id), step]);
    if (!this.connection.state.online) this.state.delayed = true;
    void this.#write(journal => journal.put(step)).then(() => this.#run());
  }

  /** Takes a step back that was not sent, or forgets one that was refused. */
  cancel(step: QueuedStep): void {
    this.#drop(step);
  }

  open({ teamId, projectId, itemId }: Pick<QueuedStep, 'teamId' | 'projectId' | 'itemId'>): void {
    this.navigation.go(`/t/${teamId}/p/${projectId}/item/${itemId}`);
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#retry);
    this.#owned.dispose();
  }

  /** Person and team whose steps are sent; undefined while one of them is unknown. */
  #now(): string | undefined {
    const { email } = this.session.state;
    const { team } = this.teams.state;
    return email === undefined || team === undefined ? undefined : `${email}|${team.id}`;
  }

  #run(): Promise<void> {
    this.#again = true;
    this.#running ??= this.#sendAll().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #sendAll(): Promise<void> {
    while (this.#again && !this.#disposed) {
      this.#again = false;
      const owner = this.#now();
      if (owner !== this.#owner) await this.#load(owner);
      await this.left.load();
      const mayReach = this.connection.state.online || this.#isDue;
      this.#isDue = false;
      const some = this.state.steps.length + this.left.state.items.length > 0;
      if (!mayReach || !some) {
        this.state.delayed = some;
        continue;
      }
      clearTimeout(this.#retry);
      // Tabs share the journal, so one of them sends at a time.
      await exclusively(async () => {
        for (const step of this.state.steps) {
          if (step.refusal !== undefined || !(await this.#isQueued(step))) continue;
          this.state.delayed = !(await this.#send(step));
          if (this.state.delayed) return;
        }
        this.state.delayed = !(await this.left.storeAll(new Set(this.state.steps.map(each => each.itemId))));
      });
      if (this.state.delayed && !this.#disposed) this.#retry = setTimeout(() => this.#sendAgain(), RETRY_MS);
    }
  }

  #sendAgain(): void {
    this.#isDue = true;
    void this.#run();
  }

  /** Sends a step. False when it must wait. */
  async #send(step: QueuedStep): Promise<boolean> {
    try {
      // The item that follows comes first.
      if (this.#documents.has(step)) await itemSettled(this.controller);
      const stored = await this.#store(step);
      if (stored === 'later') return false;
      if (stored === undefined) return this.#refuse(step, messages.queuedSteps.itsWorkIsNotStored);
      // Saving moves an item on that was not begun, or was returned.
      const change = { kind: 'status', value: { to: step.to, from: [...step.from, stored] } };
      const {
        refused: [refused],
      } = await this.#changes.changeItems({
        params: { project_id: step.projectId },
        body: { selection: { item_ids: [step.itemId] }, change },
      });
      if (refused === undefined) {
        this.#drop(step);
        toast(messages.itemActions.movedToTitle(step.title), { tone: 'success' });
        return true;
      }
      if (refused.code === 'FORBIDDEN') this.host.client.emit('api_error', { action: ACTION, status: 403 });
      return this.#refuse(step, refused.message);
    } catch (error) {
      if (failureKind(error) === 'again') return false;
      if (isFault(error)) this.host.client.emit('api_error', { action: ACTION, status: error.status });
      return this.#refuse(step, errorText(error));
    }
  }

  /**
   * Stores the work on the item of a step and returns the status it has then; undefined when a person has to look at it
   * first.
   */
  async #store(step: QueuedStep): Promise<number | 'later' | undefined> {
    const document = this.#documents.get(step);
    if (document === undefined) {
      const left = await this.#storeLeft(step);
      if (left === undefined || left === 'later') return left;
      return [...step.from, step.afterSave].includes(left.before) ? left.after : step.from[0];
    }
    if (await document.save()) return document.state.status;
    return ['conflict', 'refused'].includes(document.state.save.kind) ? undefined : 'later';
  }

  async #storeLeft(step: QueuedStep): Promise<StoredWork> {
    const { opened, document, api } = this.controller;
    if (opened?.item.id !== step.itemId || document === undefined)
      return storeLeftWork(step, this.session.state.email ?? '', this.hooks, api, this.host);
    const before = document.state.status;
    if (await this.controller.save()) return { before, after: document.state.status };
    return waits(document.state.save.kind) ? 'later' : undefined;
  }

  #refuse(step: QueuedStep, refusal: string): true {
    this.#release(step);
    // Another step may have taken its place meanwhile, or the person may have cancelled it.
    if (!this.state.steps.includes(step)) return true;
    const refused = { ...step, refusal };
    this.#show(this.state.steps.map(each => (each === step ? refused : each)));
    void this.#write(journal => journal.put(refused));
    toast(messages.queuedSteps.notMoved(step.itemName, refusal), {
      tone: 'error',
      action: { label: messages.queuedSteps.open, run: () => this.open(step) },
    });
    return true;
  }

  #drop(step: QueuedStep): void {
    this.#release(step);
    if (!this.state.steps.includes(step)) return;
    this.#show(this.state.steps.filter(each => each !== step));
    if (this.itemIds.size === 0) this.state.delayed = false;
    void this.#write(journal => journal.remove(step));
  }

  #release(step: QueuedStep): void {
    const document = this.#documents.get(step);
    this.#documents.delete(step);
    if (document !== undefined && ![...this.#documents.values()].includes(document)) document.state.statusHeld = false;
  }

  #show(steps: readonly QueuedStep[]): void {
    this.state.steps = ref(steps);
  }

  async #load(owner: string | undefined): Promise<void> {
    this.#owner = owner;
    const found = owner === undefined ? [] : ((await this.#write(journal => journal.of(owner))) ?? []);
    const own = this.state.steps.filter(each => each.owner === owner);
    this.#show([...found.filter(each => !own.some(one => one.itemId === each.itemId)), ...own]);
    this.state.delayed = this.itemIds.size > 0;
  }

  /** False once another tab has sent the step or was refused, or a person took it back. */
  async #isQueued(step: QueuedStep): Promise<boolean> {
    if (!this.state.steps.includes(step)) return false;
    if (this.#documents.has(step)) return true;
    const kept = await this.#write(journal => journal.of(step.owner));
    const found = kept?.find(each => each.itemId === step.itemId && each.at === step.at);
    if (kept === undefined || (found !== undefined && found.refusal === undefined)) return true;
    this.#show(this.state.steps.flatMap(each => (each === step ? (found ?? []) : each)));
    return false;
  }

  /** Works on the journal; undefined where this browser keeps none, so that steps live as long as the tab. */
  async #write<T>(work: (journal: StepJournal) => Promise<T>): Promise<T | undefined> {
    try {
      this.#journal ??= StepJournal.open().catch(() => undefined);
      const journal = await this.#journal;
      return journal === undefined ? undefined : await work(journal);
    } catch {
      return undefined;
    }
  }
}

const ACTION = 'changeAnnotationStatus';

/** Runs work while no other tab does. Browsers have locks on secure addresses only. */
async function exclusively(work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request('loupe-steps', work);
  else await work();
}
