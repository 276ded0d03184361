import { inject } from 'inversify';
import { proxy } from 'valtio';
import { toast } from '#core/ui/web/index.ts';
import type { Blocker } from '../common/blockers.ts';
import { isBinding, missingAttributes, openComments } from '../common/blockers.ts';
import { answersComments, primaryStep, returnStep } from '../common/primary-step.ts';
import type { EditorDocument } from './document/editor-document.ts';
import { EditorController } from './editor-controller.ts';
import { ItemActions } from './item-actions.ts';
import { EditorHooks } from './kit/editor-hooks.ts';
import type { OpenItem } from './kit/open-item.ts';
import { OpenItemToken } from './kit/open-item.ts';
import { messages } from './messages.ts';
import { ItemNavigation } from './queue/item-navigation.ts';
import { NextItem } from './queue/next-item.ts';

/**
 * Moves the open item to its next status, asking first when something is left to do, and opens the item that follows.
 */
export class Submission {
  /** `asking`: the status whose blockers are shown. */
  readonly state = proxy<{ asking: number | undefined; busy: boolean }>({ asking: undefined, busy: false });
  /** The submission under way, and the document it moves on. */
  #running: { readonly document: EditorDocument | undefined; readonly done: Promise<void> } | undefined;

  constructor(
    @inject(EditorController) private readonly controller: EditorController,
    @inject(ItemActions) private readonly actions: ItemActions,
    @inject(EditorHooks) private readonly hooks: EditorHooks,
    @inject(OpenItemToken) private readonly open: OpenItem,
    @inject(ItemNavigation) private readonly navigation: ItemNavigation,
    @inject(NextItem) private readonly next: NextItem,
  ) {}

  /** Takes the primary step, unless another plugin submits in its place. */
  async submit(): Promise<void> {
    await this.actions.refreshed;
    const work = this.open.now;
    if (work === undefined || (await this.hooks.submitting.promise(work)) === true) return;
    const { item, status } = work.opened;
    const to = primaryStep(item.annotation_status, status.available);
    if (to === undefined) toast(messages.submission.thisStatusHasSeveralNextSteps);
    else await this.advance(to);
  }

  /** Returns the item from review to its annotator. */
  async return(): Promise<void> {
    await this.actions.refreshed;
    const { opened } = this.controller;
    const to = opened && returnStep(opened.item.annotation_status, opened.status.available);
    if (to !== undefined) await this.#move(to);
  }

  /**
   * Moves the item on, or shows what is left to do first. Asked a second time, it moves, unless the workflow asks for
   * what is left.
   */
  async advance(to: number): Promise<void> {
    const blockers = this.blockers(to);
    if (blockers.length > 0 && (this.state.asking !== to || this.isHeldUp(to, blockers))) {
      this.controller.state.editor?.commit?.();
      this.state.asking = to;
      return;
    }
    await this.#move(to);
  }

  /** Lists what is left to do before the item moves to a status. */
  blockers(to: number): readonly Blocker[] {
    const work = this.open.now;
    if (work === undefined || work.session.readOnly) return [];
    const { scene, classes } = work.session;
    const { item, limits } = work.opened;
    const asks = limits.seesComments && answersComments(item.annotation_status, to);
    const own = [...missingAttributes(scene.instances, classes), ...(asks ? openComments(scene.comments) : [])];
    return this.hooks.blocking.call(own, work, to);
  }

  /** True when the workflow lets the item move to a status only after something of this was done. */
  isHeldUp(to: number, blockers: readonly Blocker[]): boolean {
    const constraints = this.open.now?.opened.status.constraints?.[to] ?? [];
    return blockers.some(each => isBinding(each, constraints));
  }

  cancel(): void {
    this.state.asking = undefined;
  }

  /** Moves the open item once. A second press for it is part of the step under way; a step of another item ends first. */
  async #move(to: number): Promise<void> {
    this.state.asking = undefined;
    const { document } = this.controller;
    while (this.#running !== undefined) {
      if (this.#running.document === document) return;
      await this.#running.done.catch(() => undefined);
    }
    const running = { document, done: this.#moveFrom(document, to) };
    this.#running = running;
    this.state.busy = true;
    try {
      await running.done;
    } finally {
      this.#running = undefined;
      this.state.busy = false;
    }
  }

  async #moveFrom(document: EditorDocument | undefined, to: number): Promise<void> {
    const next = this.next.find().catch(() => undefined);
    const isSettled = this.blockers(to).length === 0;
    const following = isSettled ? await next : undefined;
    // The steps below move the open item.
    if (this.controller.document !== document)
      return void toast(messages.submission.anotherItemWasOpened, { tone: 'error' });
    if (following !== undefined && this.actions.goAhead(to, following)) return;
    await this.actions.setStatus(to, async () => {
      const id = await next;
      if (id !== undefined) this.navigation.go(id);
      return id !== undefined;
    });
  }
}
