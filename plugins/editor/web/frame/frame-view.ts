import { proxy } from 'valtio';

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
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<View>;
  } catch {
    return {};
  }
}

/** How the person likes the frame, kept in this browser, and which of its dialogs is open. */
export class FrameView {
  readonly state = proxy<View & { dialog: 'help' | 'findClass' | undefined; comment: { readonly x: number; readonly y: number } | undefined; thread: string | undefined }>({
    tab: 'editor.objects', side: true, strip: true, grouped: false, ...stored(), dialog: undefined, comment: undefined, thread: undefined,
  });

  set(change: Partial<View>): void {
    Object.assign(this.state, change);
    const { tab, side, strip, grouped } = this.state;
    localStorage.setItem(KEY, JSON.stringify({ tab, side, strip, grouped }));
  }

  open(dialog: 'help' | 'findClass' | undefined): void {
    this.state.dialog = dialog;
  }

  /** Begins a comment at a place of the item, in image pixels. */
  startComment(place: { readonly x: number; readonly y: number } | undefined): void {
    this.state.comment = place;
    if (place !== undefined) this.set({ tab: 'editor.comments', side: true });
  }

  /** Shows one thread in the panel. */
  showThread(id: string | undefined): void {
    this.state.thread = id;
    if (id !== undefined) this.set({ tab: 'editor.comments', side: true });
  }
}
