import { inject } from 'inversify';
import { proxy } from 'valtio';
import { browserStore } from '#core/base/web/index.ts';
import type { ThreadPlace } from '#plugins/annotate/annotations/common/index.ts';
import { EditorController } from '../editor-controller.ts';

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
export class FrameView {
  readonly state = proxy<
    View & {
      dialog: 'help' | 'findClass' | undefined;
      /** Commands that were offered when the keyboard sheet was opened. */
      offered: readonly string[];
      comment: ThreadPlace | undefined;
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
    thread: undefined,
    attending: false,
    hidden: [],
  });

  constructor(@inject(EditorController) private readonly controller: EditorController) {}

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
    if (place !== undefined) this.set({ tab: 'editor.comments', side: true });
  }

  /** Shows one thread in the panel. */
  showThread(id: string | undefined): void {
    this.state.thread = id;
    if (id !== undefined) this.set({ tab: 'editor.comments', side: true });
  }
}
