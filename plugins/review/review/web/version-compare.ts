import { inject } from 'inversify';
import { proxy, ref } from 'valtio';
import type { Disposable } from '#core/base/common/index.ts';
import { toDisposable } from '#core/base/common/index.ts';
import type { EditorSession, OpenItem } from '#plugins/annotate/editor/web/kit/index.ts';
import { OpenItemToken } from '#plugins/annotate/editor/web/kit/index.ts';
import type { Difference } from '../common/compare-versions.ts';
import { compareVersions } from '../common/compare-versions.ts';
import type { ItemVersion } from '../common/mask-version.ts';
import { paintCompared } from '../common/mask-version.ts';
import { restoreAll, restoreOne } from '../common/restore.ts';
import { DifferenceShapes } from './difference-shapes.ts';
import { messages } from './messages.ts';
import { Versions } from './versions.ts';

/** Versions to compare: a stored version with another one, or with the document as it is now. */
export interface ComparedVersions {
  readonly from: number;
  readonly to: number | 'now';
}

interface CompareState {
  compared: ComparedVersions | undefined;
  loading: boolean;
  fault: unknown;
  differences: readonly Difference[];
  /** Id of the selected difference. */
  current: string | undefined;
}

/** Milliseconds after an edit until it is compared again. */
const CALM = 150;

/** The comparison of two versions of the open item. */
export class VersionCompare implements Disposable {
  readonly state = proxy<CompareState>({
    compared: undefined,
    loading: false,
    fault: undefined,
    differences: ref([]),
    current: undefined,
  });
  readonly #stop: Disposable;
  #itemId: number | undefined;
  #before: ItemVersion | undefined;
  #after: ItemVersion | undefined;
  #shapes: DifferenceShapes | undefined;
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopScene: () => void = () => undefined;

  constructor(
    @inject(Versions) private readonly versions: Versions,
    @inject(OpenItemToken) private readonly open: OpenItem,
  ) {
    this.#stop = toDisposable(
      open.onChange(() => {
        if (open.now?.session.item.id !== this.#itemId) this.close();
      }),
    );
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
      const before = await this.versions.version(place, compared.from);
      const after = compared.to === 'now' ? undefined : await this.versions.version(place, compared.to);
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
    this.#shapes = undefined;
    this.#stopScene();
    this.#stopScene = () => undefined;
    clearTimeout(this.#timer);
    Object.assign(this.state, {
      compared: undefined,
      loading: false,
      fault: undefined,
      differences: ref([]),
      current: undefined,
    });
  }

  /** Shapes of the differences; undefined while nothing is compared, or where nothing can be drawn. */
  get shapes(): DifferenceShapes | undefined {
    return this.#shapes;
  }

  /** Selects a difference and shows its place. */
  goTo(difference: Difference): void {
    const work = this.open.now;
    this.state.current = difference.id;
    const inScene = work?.session.scene.get(difference.id) !== undefined;
    const shown = difference.after ?? difference.before;
    const area = shown === undefined ? undefined : (this.#shapes?.areaOf(shown) ?? work?.editor?.boundsOf?.(shown));
    if (inScene) work?.editor?.focusInstance(difference.id);
    else if (area !== undefined) work?.editor?.showArea?.(area);
  }

  /** The next or previous difference, round and round. */
  step(by: 1 | -1): void {
    const { differences, current } = this.state;
    if (differences.length === 0) {
      this.open.now?.session.notify(
        this.state.compared === undefined
          ? messages.versionCompare.chooseTwoVersionsUnderChangesFirst
          : messages.versionCompare.theseVersionsDoNotDiffer,
      );
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
    session.edit(messages.versionCompare.restoreObject, restoreOne(difference, this.#before, presentOf(session)));
    await this.open.save();
  }

  /** Gives all objects back as they were, in one step of undo, and stores that as a new version. */
  async restoreAll(): Promise<void> {
    const session = this.open.now?.session;
    if (session === undefined || this.#before === undefined) return;
    session.edit(messages.versionCompare.restoreAllObjects, restoreAll(this.#before, presentOf(session)));
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
    const work = this.open.now;
    const before = this.#before;
    const after = this.#after ?? (work === undefined ? undefined : presentOf(work.session));
    if (before === undefined || after === undefined) return;
    const paint =
      before.mask === undefined || after.mask === undefined ? undefined : paintCompared(before.mask, after.mask);
    this.#shapes = DifferenceShapes.of(before, after, work?.editor);
    this.state.differences = ref([...compareVersions(before.document, after.document, paint)]);
  }
}

/** The open item as it is now; its mask goes on changing. */
function presentOf({ scene }: EditorSession): ItemVersion {
  return { document: scene.document, mask: scene.raster };
}
