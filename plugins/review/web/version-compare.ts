import { inject } from 'inversify';
import { proxy, ref } from 'valtio';
import type { Disposable } from '#core/base/common/index.ts';
import { toDisposable } from '#core/base/common/index.ts';
import type { AnnotationDocument } from '#plugins/editor/common/document.ts';
import type { OpenItem } from '#plugins/editor/web/kit/open-item.ts';
import { OpenItemToken } from '#plugins/editor/web/kit/open-item.ts';
import type { Difference } from '../common/compare-versions.ts';
import { compareVersions } from '../common/compare-versions.ts';
import { restoreAll, restoreOne } from '../common/restore.ts';
import { Versions } from './versions.ts';

/** What is compared: a stored version with another one, or with the document as it is now. */
export interface ComparedVersions {
  readonly from: number;
  readonly to: number | 'now';
}

interface CompareState {
  compared: ComparedVersions | undefined;
  loading: boolean;
  fault: unknown;
  differences: readonly Difference[];
  /** Id of the difference one stands on. */
  current: string | undefined;
}

/** Milliseconds after an edit until it is compared again. */
const CALM = 150;

/** The comparison of two versions of the open item. */
export class VersionCompare implements Disposable {
  readonly state = proxy<CompareState>({ compared: undefined, loading: false, fault: undefined, differences: ref([]), current: undefined });
  readonly #stop: Disposable;
  #itemId: number | undefined;
  #before: AnnotationDocument | undefined;
  #after: AnnotationDocument | undefined;
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopScene: () => void = () => undefined;

  constructor(@inject(Versions) private readonly versions: Versions, @inject(OpenItemToken) private readonly open: OpenItem) {
    this.#stop = toDisposable(open.onChange(() => {
      if (open.now?.session.item.id !== this.#itemId) this.close();
    }));
  }

  /** Loads what is not there yet and compares. */
  async compare(compared: ComparedVersions): Promise<void> {
    const work = this.open.now;
    if (work === undefined) return;
    const turn = ++this.#turn;
    const place = { projectId: work.opened.project.id, itemId: work.session.item.id };
    this.#itemId = place.itemId;
    Object.assign(this.state, { compared: ref(compared), loading: true, fault: undefined });
    try {
      const before = await this.versions.document(place, compared.from);
      const after = compared.to === 'now' ? undefined : await this.versions.document(place, compared.to);
      if (turn !== this.#turn) return;
      this.#before = before;
      this.#after = after;
      this.#stopScene();
      this.#stopScene = after === undefined ? work.session.scene.onChange(() => this.#soon()) : () => undefined;
      this.#show();
    } catch (error) {
      if (turn === this.#turn) this.state.fault = error;
    }
    if (turn === this.#turn) this.state.loading = false;
  }

  close(): void {
    this.#turn += 1;
    this.#itemId = undefined;
    this.#before = undefined;
    this.#after = undefined;
    this.#stopScene();
    this.#stopScene = () => undefined;
    clearTimeout(this.#timer);
    Object.assign(this.state, { compared: undefined, loading: false, fault: undefined, differences: ref([]), current: undefined });
  }

  /** The earlier one of the compared versions; undefined while nothing is compared. */
  get before(): AnnotationDocument | undefined {
    return this.#before;
  }

  /** Stands on a difference and shows its place. */
  goTo(difference: Difference): void {
    const work = this.open.now;
    this.state.current = difference.id;
    const inScene = work?.session.scene.get(difference.id) !== undefined;
    const area = (difference.before ?? difference.after) === undefined ? undefined : work?.editor?.boundsOf?.((difference.after ?? difference.before)!);
    if (inScene) work?.editor?.focusInstance(difference.id);
    else if (area !== undefined) work?.editor?.showArea?.(area);
  }

  /** The next or previous difference, round and round. */
  step(by: 1 | -1): void {
    const { differences, current } = this.state;
    if (differences.length === 0) {
      this.open.now?.session.notify(this.state.compared === undefined ? 'Choose two versions under Changes first.' : 'These versions do not differ.');
      if (this.state.compared === undefined) this.open.showPanel('review.changes');
      return;
    }
    const at = differences.findIndex(each => each.id === current);
    const next = at < 0 ? (by === 1 ? 0 : differences.length - 1) : (at + by + differences.length) % differences.length;
    this.goTo(differences[next]!);
  }

  /** Gives one object back as it was, and stores that as a new version. */
  async restore(difference: Difference): Promise<void> {
    const session = this.open.now?.session;
    if (session === undefined || this.#before === undefined) return;
    session.edit('Restore object', restoreOne(difference, this.#before, session.scene.document));
    await this.open.save();
  }

  /** Gives all objects back as they were, in one step of undo, and stores that as a new version. */
  async restoreAll(): Promise<void> {
    const session = this.open.now?.session;
    if (session === undefined || this.#before === undefined) return;
    session.edit('Restore all objects', restoreAll(this.#before, session.scene.document));
    await this.open.save();
  }

  dispose(): void {
    this.close();
    this.#stop.dispose();
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#show(), CALM);
  }

  #show(): void {
    const after = this.#after ?? this.open.now?.session.scene.document;
    if (this.#before === undefined || after === undefined) return;
    this.state.differences = ref([...compareVersions(this.#before, after)]);
  }
}
