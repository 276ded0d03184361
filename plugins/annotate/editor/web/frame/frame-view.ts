import { inject } from 'inversify';
import { proxy, subscribe } from 'valtio';
import type { Disposable } from '#core/base/common/index.ts';
import { browserStore } from '#core/base/web/index.ts';
import type { ThreadPlace } from '#plugins/annotate/annotations/common/index.ts';
import { EditorController } from '../editor-controller.ts';
import { CommentDrafts } from './comment-drafts.ts';

const KEY = 'loupe_editor_view';

interface View {
  /** Name of the tab of the side panel that is open. */
  tab: string;
  side: boolean;
  strip: boolean;
  grouped: boolean;
}

function stored(): Partial<View> {
  try {
    return JSON.parse(browserStore.get(KEY) ?? '{}') as Partial<View>;
  } catch {
    return {};
  }
}

/** Preferences of the person for the frame, kept in this browser, and the open dialog. */
export class FrameView implements Disposable {
  readonly drafts = new CommentDrafts();
  readonly state = proxy<
    View & {
      dialog: 'help' | 'findClass' | undefined;
      /** Commands that were offered when the keyboard sheet was opened. */
      offered: readonly string[];
      /** Place of the new comment that is being written. */
      comment: ThreadPlace | undefined;
      /** The new comment was left with the item, and came back with it: it does not take the keyboard. */
      resumed: boolean;
      thread: string | undefined;
      attending: boolean;
      hidden: readonly string[];
    }
  >({
    tab: 'editor.objects',
    side: true,
    strip: true,
    grouped: false,
    ...stored(),
    dialog: undefined,
    offered: [],
    comment: undefined,
    resumed: false,
    thread: undefined,
    attending: false,
    hidden: [],
  });

  readonly #stop: () => void;
  #itemId: number | undefined;

  constructor(@inject(EditorController) private readonly controller: EditorController) {
    this.#stop = subscribe(controller.state, () => this.#followItem(), true);
  }

  set(change: Partial<View>): void {
    Object.assign(this.state, change);
    const { tab, side, strip, grouped } = this.state;
    browserStore.set(KEY, JSON.stringify({ tab, side, strip, grouped }));
  }

  open(dialog: 'help' | 'findClass' | undefined): void {
    this.state.dialog = dialog;
  }

  /** Opens the keyboard sheet on the commands that work now. */
  openHelp(offered: readonly string[]): void {
    this.state.offered = offered;
    this.open('help');
  }

  /** Keeps a panel away that has nothing to say about the open item, or gives it back. */
  hide(name: string, hidden: boolean): void {
    const others = this.state.hidden.filter(each => each !== name);
    if (hidden === (others.length === this.state.hidden.length))
      this.state.hidden = hidden ? [...others, name] : others;
  }

  /** Brings the attributes of the selection up and puts the keyboard into them. */
  showAttributes(): void {
    this.state.attending = true;
    this.set({ side: true });
  }

  /** The keyboard is in the attributes now. */
  attended(): void {
    this.state.attending = false;
  }

  /**
   * Returns the place of a new comment: under the pointer, and about the object there or the only one that is selected
   * there.
   */
  commentPlace(): ThreadPlace | undefined {
    const { editor } = this.controller.state;
    const scene = this.controller.document?.scene;
    const place = editor?.commentAt?.();
    if (place === undefined || scene === undefined || !('x' in place)) return place;
    const [selected, ...others] = scene.selected;
    const area = selected === undefined || others.length > 0 ? undefined : editor?.boundsOf?.(selected);
    const inside =
      area !== undefined &&
      place.x >= area.minX &&
      place.x <= area.maxX &&
      place.y >= area.minY &&
      place.y <= area.maxY;
    const instanceId = scene.hover ?? (inside ? selected?.id : undefined);
    return instanceId === undefined ? { ...place } : { ...place, instanceId };
  }

  /** Begins a comment at a place of the item. */
  startComment(place: ThreadPlace | undefined): void {
    this.state.comment = place;
    this.state.resumed = false;
    if (place !== undefined) this.set({ tab: 'editor.comments', side: true });
  }

  /** Shows one thread in the panel. */
  showThread(id: string | undefined): void {
    this.state.thread = id;
    if (id !== undefined) this.set({ tab: 'editor.comments', side: true });
  }

  dispose(): void {
    this.#stop();
  }

  /** Comment and thread are those of the open item alone. */
  #followItem(): void {
    const { controller } = this.controller.state;
    const itemId = controller.phase === 'empty' ? undefined : controller.itemId;
    if (itemId === this.#itemId) return;
    const { comment } = this.state;
    if (this.#itemId !== undefined) this.drafts.leave(this.#itemId, comment === undefined ? undefined : { ...comment });
    this.#itemId = itemId;
    this.state.comment = itemId === undefined ? undefined : this.drafts.placeOf(itemId);
    this.state.resumed = this.state.comment !== undefined;
    this.state.thread = undefined;
  }
}
