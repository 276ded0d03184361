import { inject } from 'inversify';
import { proxy, ref } from 'valtio';
import { isFault } from '#core/base/common/index.ts';
import { SessionStore } from '#core/auth/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { errorText, toast, toastError } from '#core/ui/web/index.ts';
import type { OpenedItem } from '#plugins/annotate/annotations/common/index.ts';
import { diffDocuments, readDocument, rebase } from '#plugins/annotate/annotations/common/index.ts';
import { announceDrafts } from '../document/draft-storage.ts';
import { ItemJournal } from '../document/item-journal.ts';
import type { LeftWork } from '../document/left-drafts.ts';
import { editsOf, leftWorkOf, removeWork } from '../document/left-drafts.ts';
import { failureKind } from '../document/save-queue.ts';
import { EditorController } from '../editor-controller.ts';
import { AppHost } from '../host/app-host.ts';
import { EditorHooks } from '../kit/editor-hooks.ts';
import { messages } from '../messages.ts';
import { storeDrafts } from './left-work.ts';

/** An item with work that is not stored. */
export interface LeftItem extends LeftWork {
  /** Why a person has to look at it; undefined while it waits for the server. */
  readonly problem: string | undefined;
}

/**
 * Items whose unsaved work closed tabs left in this browser. Work on a revision that is still the newest one is stored
 * without being asked for; the rest waits for the person.
 */
export class LeftItems {
  readonly state = proxy<{ items: readonly LeftItem[] }>({ items: ref([]) });
  /** Why work was not stored, by its drafts: it is not tried again before the next start. */
  readonly #problems = new Map<string, string>();
  /** Items whose work a document of this tab goes on saving. */
  readonly #underWay = new Set<number>();

  constructor(
    @inject(SessionStore) private readonly session: SessionStore,
    @inject(TeamStore) private readonly teams: TeamStore,
    @inject(EditorController) private readonly controller: EditorController,
    @inject(AppHost) private readonly host: AppHost,
    @inject(EditorHooks) private readonly hooks: EditorHooks,
  ) {}

  /** Reads what this browser keeps of the signed-in person. */
  async load(): Promise<void> {
    const { email } = this.session.state;
    const found = email === undefined ? [] : await leftWorkOf(email, this.#underWay);
    if (email !== this.session.state.email) return;
    const items = found
      .filter(each => !this.#isOpen(each))
      .map(each => ({ ...each, problem: this.#problems.get(keyOf(each)) }));
    for (const id of this.#underWay) if (!items.some(each => each.itemId === id)) this.#underWay.delete(id);
    if (items.length + this.state.items.length > 0) this.state.items = ref(items);
  }

  /**
   * Stores what was left in the present team, but for items that `excepted` names. False when the server is out of
   * reach.
   */
  async storeAll(excepted: ReadonlySet<number>): Promise<boolean> {
    // Another tab may have stored some of it while this one waited for its turn.
    await this.load();
    const team = this.teams.state.team?.id;
    const waiting = this.state.items.filter(
      each => each.teamId === team && each.problem === undefined && !excepted.has(each.itemId),
    );
    let reached = true;
    for (const item of waiting) {
      if (this.#isOpen(item)) continue;
      reached = await this.#store(item);
      if (!reached) break;
    }
    if (waiting.length > 0) await this.load();
    return reached;
  }

  /** Forgets the work on an item for good. */
  async discard(item: LeftItem): Promise<void> {
    await removeWork(item).catch(toastError);
    announceDrafts();
  }

  async #store(item: LeftItem): Promise<boolean> {
    const email = this.session.state.email ?? '';
    const { api } = this.controller;
    try {
      if (await ItemJournal.isHeld({ ...item, email })) return !this.#underWay.has(item.itemId);
      const opened = await api.openItem({ params: { project_id: item.project.id, item_id: item.itemId } });
      const problem = opened.readOnly ?? (await changedMeanwhile(item, opened));
      if (problem !== undefined) return this.#leave(item, problem);
      const stored = await storeDrafts(opened, email, this.hooks, api, this.host);
      if (stored === undefined) return this.#leave(item, messages.leftItems.openToSeeWhy);
      if (stored === 'later') this.#underWay.add(item.itemId);
      else toast(messages.leftItems.saved(item.itemName), { tone: 'success' });
      return stored !== 'later';
    } catch (error) {
      if (failureKind(error) === 'again') return false;
      if (isFault(error)) this.host.client.emit('api_error', { action: 'openItem', status: error.status });
      return this.#leave(item, errorText(error));
    }
  }

  #leave(item: LeftItem, problem: string): true {
    this.#problems.set(keyOf(item), problem);
    return true;
  }

  /** True for the item of this tab's editor, which takes its work over. */
  #isOpen({ itemId }: LeftWork): boolean {
    const { controller } = this.controller.state;
    return (
      (controller.phase !== 'empty' && controller.itemId === itemId) ||
      new RegExp(`/item/${itemId}(/|$)`).test(window.location.pathname)
    );
  }
}

const keyOf = ({ drafts }: LeftWork): string => drafts.map(each => each.id).join(' ');

/** Returns the sentence for work on a revision that is not the newest one, unless that one has all of it. */
async function changedMeanwhile(item: LeftWork, opened: OpenedItem): Promise<string | undefined> {
  if (item.drafts.every(each => each.base === opened.revision)) return undefined;
  const changed = messages.leftItems.changedMeanwhile;
  if (opened.mask !== null) return changed;
  const theirs = readDocument(opened.document);
  const { conflicts, document } = rebase(await editsOf(item), theirs);
  return conflicts.length === 0 && diffDocuments(theirs, document).length === 0 ? undefined : changed;
}
