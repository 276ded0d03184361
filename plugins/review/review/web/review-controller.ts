import { inject } from 'inversify';
import { proxy } from 'valtio';
import type { Disposable } from '#core/base/common/index.ts';
import { isFault, toDisposable } from '#core/base/common/index.ts';
import type { Client } from '#core/api/web/index.ts';
import { client, Transport } from '#core/api/web/index.ts';
import { toastError } from '#core/ui/web/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { placeAbout, startThread } from '#plugins/annotate/annotations/common/index.ts';
import type { EditorSession, OpenItem, OpenWork } from '#plugins/annotate/editor/web/kit/index.ts';
import { OpenItemToken } from '#plugins/annotate/editor/web/kit/index.ts';
import { itemChangeApi } from '#plugins/workspace/items/common/index.ts';
import type { Approval } from '../common/approval.ts';
import { approve } from '../common/approval.ts';
import { isReviewable, issuesOf, nextUnreviewed, walk } from '../common/review-walk.ts';
import { messages } from './messages.ts';
import { ReasonMemory } from './reason-memory.ts';

/** Numbers of an item's approval. */
const ITEM_APPROVALS = { disapproved: 1, approved: 2 } as const;

/** Status of an item that waits for its reviewer. */
const QUALITY_CHECK = 3;

const reviews = ({ opened, session }: OpenWork): boolean =>
  opened.item.annotation_status === QUALITY_CHECK && opened.flags.approveDisapproveObject && !session.readOnly;

/** Returns whether an item has no objects to review, such as a form: a verdict is about the item then. */
export const isReviewedAsWhole = ({ scene, objects }: EditorSession): boolean =>
  (objects === undefined || objects.complete) && !scene.instances.some(isReviewable);

/** Reviewing: what the keys of the review mode do. */
export class ReviewController {
  /** `asking`: a reason is being chosen for the objects in `about`, by their ids, or for the item. */
  readonly state = proxy<{
    on: boolean;
    asking: 'objects' | 'item' | undefined;
    about: readonly string[];
    issue: string | undefined;
  }>({ on: false, asking: undefined, about: [], issue: undefined });
  readonly reasons = new ReasonMemory();
  readonly #changes: Client<typeof itemChangeApi>;

  constructor(
    @inject(Transport) transport: Transport,
    @inject(OpenItemToken) private readonly open: OpenItem,
  ) {
    this.#changes = client(itemChangeApi, transport);
  }

  /** Opens the review mode with each item that the person is to review. Returns the way to stop. */
  follow(): Disposable {
    let itemId: number | undefined;
    return toDisposable(
      this.open.onChange(() => {
        const { now } = this.open;
        if (now?.opened.item.id === itemId) return;
        itemId = now?.opened.item.id;
        this.state.asking = undefined;
        this.state.about = [];
        this.state.issue = undefined;
        if (now !== undefined) this.state.on = reviews(now);
      }),
    );
  }

  toggle(): void {
    this.state.on = !this.state.on;
    this.state.asking = undefined;
  }

  /**
   * Approves or disapproves the selected objects; the next unreviewed one follows when there was one object. An item
   * without objects, such as a form, is approved itself.
   */
  async approve(wanted: Exclude<Approval, 'none'>): Promise<void> {
    const session = this.open.now?.session;
    if (session !== undefined && !session.readOnly && isReviewedAsWhole(session)) return this.#approveItem(wanted);
    const objects = this.#selected();
    if (session === undefined || objects === undefined) return;
    session.edit(
      wanted === 'approved' ? messages.reviewController.approve : messages.reviewController.disapprove,
      approve(objects, wanted, session.user),
    );
    this.#goOn(objects);
  }

  /** Opens the choice of reasons. It stays about the objects that are selected now, whatever is selected meanwhile. */
  ask(about: 'objects' | 'item'): void {
    const session = this.open.now?.session;
    const asked = session !== undefined && !session.readOnly && isReviewedAsWhole(session) ? 'item' : about;
    const objects = asked === 'objects' ? this.#selected() : [];
    if (objects === undefined) return;
    this.state.about = objects.map(each => each.id);
    this.state.asking = asked;
  }

  cancel(): void {
    this.state.asking = undefined;
  }

  /** Disapproves with a reason, which begins a thread at the object; without one when the text is empty. */
  async give(reason: string): Promise<void> {
    const about = this.state.asking;
    this.state.asking = undefined;
    this.reasons.used(reason);
    if (about === 'item') await this.#approveItem('disapproved', reason.trim());
    else if (about === 'objects') this.#disapproveObjects(reason.trim());
  }

  /** @param quiet says nothing at the end */
  nextUnreviewed(step: 1 | -1, quiet = false): void {
    const work = this.open.now;
    if (work === undefined) return;
    const { session, editor } = work;
    const next = nextUnreviewed(session.scene.instances, [...session.scene.selection].at(-1), step);
    if (next === undefined) {
      if (!quiet) session.notify(messages.reviewController.everyObjectOfThisItem);
    } else if (editor === undefined) {
      session.scene.select([next.id]);
    } else {
      editor.focusInstance(next.id);
    }
  }

  nextIssue(step: 1 | -1): void {
    const work = this.open.now;
    if (work === undefined) return;
    const { scene } = work.session;
    const issue = walk(issuesOf(scene.instances, scene.comments), this.state.issue, step);
    this.state.issue = issue?.id;
    if (issue === undefined) work.session.notify(messages.reviewController.thereIsNoOpenIssue);
    else if (issue.kind === 'object') work.editor?.focusInstance(issue.id);
    else this.open.showThread(issue.id);
  }

  zoom(): void {
    const { session, editor } = this.open.now ?? {};
    const id = [...(session?.scene.selection ?? [])].at(-1);
    if (id === undefined) session?.notify(messages.reviewController.selectAnObjectFirst);
    else editor?.focusInstance(id);
  }

  /** The selected objects; undefined, said aloud, when nothing can be approved. */
  #selected(): readonly Instance[] | undefined {
    const session = this.open.now?.session;
    if (session === undefined) return undefined;
    const objects = session.scene.selected.filter(isReviewable);
    if (session.readOnly) session.notify(messages.shared.thisItemIsReadOnly);
    else if (objects.length === 0) session.notify(messages.reviewController.selectAnObjectFirstOr);
    else return objects;
    return undefined;
  }

  #disapproveObjects(reason: string): void {
    const { session, editor } = this.open.now ?? {};
    if (session === undefined) return;
    const objects = this.state.about.flatMap(id => session.scene.get(id) ?? []);
    const left = objects.filter(each => each.error !== true);
    const threads =
      reason === ''
        ? []
        : objects.map(each => startThread(reason, placeAbout(each, editor?.boundsOf?.(each)), session.user));
    session.edit(messages.reviewController.disapprove, [
      ...(left.length === 0 ? [] : approve(left, 'disapproved', session.user)),
      ...threads,
    ]);
    this.#goOn(objects);
  }

  /** Selects the next unreviewed object after a verdict on a single one. */
  #goOn(objects: readonly Instance[]): void {
    const [only] = objects;
    const scene = this.open.now?.session.scene;
    if (objects.length === 1 && (scene?.get(only!.id)?.error ?? null) !== null) this.nextUnreviewed(1, true);
  }

  async #approveItem(wanted: keyof typeof ITEM_APPROVALS, reason = ''): Promise<void> {
    const { opened, session } = this.open.now ?? {};
    if (opened === undefined || session === undefined) return;
    try {
      const {
        refused: [refused],
      } = await this.#changes.changeItems({
        params: { project_id: opened.project.id },
        body: {
          selection: { item_ids: [opened.item.id] },
          change: { kind: 'approval', value: ITEM_APPROVALS[wanted] },
        },
      });
      if (refused?.code === 'FORBIDDEN')
        this.open.host.emit('api_error', { action: 'changeApprovalStatus', status: 403 });
      if (refused !== undefined) session.notify(refused.message, 'error');
      else if (reason !== '')
        session.edit(messages.reviewController.comment, [startThread(reason, { x: 0, y: 0 }, session.user)]);
    } catch (error) {
      if (isFault(error)) this.open.host.emit('api_error', { action: 'changeApprovalStatus', status: error.status });
      toastError(error);
    }
    await this.open.refresh();
  }
}
