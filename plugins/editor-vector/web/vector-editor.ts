import { Disposables, toDisposable } from '#core/base/common/index.ts';
import type { Shortcut } from '#core/shortcuts/common/index.ts';
import { keyOf, matches, parseShortcut } from '#core/shortcuts/common/index.ts';
import type { Place } from '#plugins/editor/common/geometry/place.ts';
import type { Editor, EditorSession, EditorShortcut } from '#plugins/editor/web/kit/editor-type.ts';
import { Stage } from '#plugins/editor/web/kit/stage/stage.ts';
import { ToolMachine } from '#plugins/editor/web/kit/stage/tool-state.ts';
import { HideKey } from './hide-key.ts';
import { paintHandles, paintLabels } from './overlay-painting.ts';
import { SceneShapes } from './scene-shapes.ts';
import { boundsOf, SelectionCommands } from './selection-commands.ts';
import { shapeClipboard } from './shape-clipboard.ts';
import { VectorContext } from './vector-context.ts';
import type { KeyedEditor, VectorKey } from './vector-keys.ts';
import { vectorKeys, vectorShortcuts } from './vector-keys.ts';
import { vectorTools } from './vector-tools.ts';

const bindings: readonly { readonly shortcut: Shortcut; readonly key: VectorKey }[] = vectorKeys.flatMap(key => key.chords.map(chord => ({ shortcut: parseShortcut(chord), key })));

/** Options for hosts without a frame. */
export interface VectorEditorOptions {
  readonly renderer?: 'webgl' | 'canvas';
}

/** The vector editor on one item: stage, shapes, tools and keys. */
export class VectorEditor implements Editor, KeyedEditor {
  readonly tools = vectorTools;
  readonly stage: Stage;
  readonly #session: EditorSession;
  readonly #context: VectorContext;
  readonly #commands: SelectionCommands;
  readonly #hideKey: HideKey;
  readonly #owned = new Disposables();
  readonly #toolListeners = new Set<() => void>();
  readonly #viewListeners = new Set<() => void>();
  #activeTool = 'select';
  #lastDrawingTool = 'box';
  #labels = true;
  #allHidden = false;
  /** Resolves when the picture is on the stage, or could not be opened. */
  readonly opened: Promise<void>;

  constructor(session: EditorSession, element: HTMLElement, options: VectorEditorOptions = {}) {
    const { item, scene } = session;
    const expected = item.width !== undefined && item.height !== undefined ? { width: item.width, height: item.height } : undefined;
    this.#session = session;
    this.stage = new Stage(element, {
      order: { ids: function* () { for (const instance of scene.instances) yield instance.id; }, count: () => scene.instances.length, placeOf: id => scene.placeOf(id) },
      paint: painter => {
        const handles = this.#activeTool === 'select' && !this.#hidden && paintHandles(this.#context, painter);
        return (!this.#hidden && paintLabels(this.#context, painter, this.#labels)) || handles;
      },
      onImage: size => this.#context.setSize(size),
      ...(options.renderer === undefined ? {} : { renderer: options.renderer }),
    });
    this.#context = new VectorContext(session, this.stage, expected);
    this.#commands = new SelectionCommands(this.#context, shapeClipboard);
    this.#hideKey = this.#owned.add(new HideKey({ tap: () => this.#toggleHidden(), peek: active => this.#setHidden(active || this.#allHidden) }));
    this.#owned.add(new SceneShapes(session, this.stage.layer));
    this.#owned.add(this.stage);
    this.#owned.add(toDisposable(scene.onChange(() => this.stage.requestOverlay())));
    this.#owned.add(toDisposable(session.subscribe(() => this.#sessionChanged())));
    this.#owned.add(toDisposable(this.stage.camera.onChange(() => this.#viewChanged())));
    this.setTool('select');
    this.opened = this.stage.openImage(item.url, expected);
  }

  get activeTool(): string {
    return this.#activeTool;
  }

  get shortcuts(): readonly EditorShortcut[] {
    return vectorShortcuts();
  }

  get hasSelection(): boolean {
    return this.#session.scene.selection.size > 0;
  }

  get zoom(): number {
    return this.stage.camera.zoom;
  }

  setTool(id: string): void {
    const tool = vectorTools.find(one => one.id === id) ?? vectorTools[0]!;
    if (tool.id !== 'select') {
      if (this.#session.readOnly) {
        this.#session.notify('This item is read-only.');
        return;
      }
      this.#lastDrawingTool = tool.id;
      this.#session.scene.setHover(undefined);
    }
    this.#activeTool = tool.id;
    this.stage.use(new ToolMachine(tool.begin(this.#context), () => this.stage.updateCursor()));
    for (const listener of this.#toolListeners) listener();
  }

  /** N: on with the tool that drew last. */
  repeatTool(): void {
    this.setTool(this.#lastDrawingTool);
  }

  onToolChange(listener: () => void): () => void {
    this.#toolListeners.add(listener);
    return () => this.#toolListeners.delete(listener);
  }

  key(event: KeyboardEvent): boolean {
    if (event.code === 'Space' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      this.stage.input.holdPan(true);
      return true;
    }
    if (event.key === 'Escape') return this.#escape();
    if (event.key === 'Tab' && !this.#holdsFocus()) return false;
    const { tool } = this.stage;
    const taken = tool?.key({ key: keyOf(event), shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey, alt: event.altKey }) === true;
    if (taken) {
      this.stage.requestOverlay();
      return true;
    }
    if (matches(hideShortcut, event)) {
      this.#hideKey.press();
      return true;
    }
    return this.#command(event);
  }

  undo(): void {
    this.#session.undo();
  }

  redo(): void {
    this.#session.redo();
  }

  toggleLabels(): void {
    this.#labels = !this.#labels;
    this.stage.requestOverlay();
  }

  focusInstance(id: string): void {
    const instance = this.#session.scene.get(id);
    if (instance === undefined) return;
    this.#session.scene.select([id]);
    this.stage.camera.show(boundsOf([instance]));
  }

  fit(): void {
    this.stage.camera.fit();
  }

  zoomTo(factor: number): void {
    this.stage.camera.zoomTo(factor);
  }

  onView(listener: () => void): () => void {
    this.#viewListeners.add(listener);
    return () => this.#viewListeners.delete(listener);
  }

  commentAt(): Place {
    return this.stage.input.last?.place ?? this.stage.camera.view.centre;
  }

  toElement(place: Place): Place {
    return this.stage.camera.toScreen(place);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  get #hidden(): boolean {
    return this.stage.style.hidden;
  }

  #command(event: KeyboardEvent): boolean {
    const found = bindings.find(({ shortcut, key }) => matches(shortcut, event) && (key.when?.(this) ?? true));
    if (found === undefined) return false;
    if (found.key.changes === true && this.#session.readOnly) {
      this.#session.notify('This item is read-only.');
      return true;
    }
    found.key.run(this, this.#commands);
    this.stage.requestOverlay();
    return true;
  }

  /** Esc goes back in steps: the gesture or shape being drawn, the tool, the selection. */
  #escape(): boolean {
    if (this.stage.tool?.cancel() === true) {
      this.stage.requestOverlay();
      return true;
    }
    if (this.#activeTool !== 'select') {
      this.setTool('select');
      return true;
    }
    if (!this.hasSelection) return false;
    this.#session.scene.select([]);
    return true;
  }

  /** Tab walks the shapes only while the stage has the focus, so that the page stays reachable by keyboard. */
  #holdsFocus(): boolean {
    const focused = document.activeElement;
    return focused === null || focused === document.body || this.stage.surface.contains(focused);
  }

  #toggleHidden(): void {
    if (this.hasSelection && this.#activeTool === 'select' && !this.#session.readOnly) {
      this.#commands.toggleHide();
      return;
    }
    this.#allHidden = !this.#allHidden;
    this.#setHidden(this.#allHidden);
    if (this.#allHidden) this.#session.notify('All shapes are hidden. Press H to show them.');
  }

  #setHidden(hidden: boolean): void {
    this.stage.style = { ...this.stage.style, hidden };
  }

  #sessionChanged(): void {
    if (this.#session.readOnly && this.#activeTool !== 'select') this.setTool('select');
    this.stage.requestOverlay();
  }

  #viewChanged(): void {
    for (const listener of this.#viewListeners) listener();
  }
}

const hideShortcut = parseShortcut('H');
