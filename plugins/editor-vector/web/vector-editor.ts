import { Disposables, toDisposable } from '#core/base/common/index.ts';
import type { ComponentType } from 'react';
import { subscribe } from 'valtio';
import { KeyBindings, KeyMap } from '#core/shortcuts/web/index.ts';
import type { Instance } from '#plugins/editor/common/document.ts';
import type { Outline } from '#plugins/editor/common/geometry/outline.ts';
import type { Place } from '#plugins/editor/common/geometry/place.ts';
import type { Rectangle } from '#plugins/editor/common/geometry/rectangle.ts';
import { isEmptyRectangle } from '#plugins/editor/common/geometry/rectangle.ts';
import type { AssistantTool } from '#plugins/editor/web/kit/assistant.ts';
import type { Editor, EditorSession, EditorShortcut } from '#plugins/editor/web/kit/editor-type.ts';
import { Stage } from '#plugins/editor/web/kit/stage/stage.ts';
import { ToolMachine } from '#plugins/editor/web/kit/stage/tool-state.ts';
import { shapeOutline } from '../common/shape-outline.ts';
import type { PlaceableSkeleton } from '../common/skeleton-shape.ts';
import { paintHandles, paintPointLabels } from './handle-painting.ts';
import { paintLabels } from './overlay-painting.ts';
import { SceneShapes } from './scene-shapes.ts';
import { boundsOf } from './selection-commands.ts';
import { ShapeClipboard } from './shape-clipboard.ts';
import { ShapeHiding } from './shape-hiding.ts';
import { VectorAssistant } from './vector-assistant.ts';
import type { VectorCommands } from './vector-commands.ts';
import { vectorCommands } from './vector-commands.ts';
import { VectorContext } from './vector-context.ts';
import { VectorDesk } from './vector-desk.ts';
import type { KeyedEditor, VectorKey } from './vector-key.ts';
import { keyScope, vectorKeys, vectorShortcuts } from './vector-keys.ts';
import type { PolygonMode, VectorSettings } from './vector-settings.ts';
import type { VectorTool } from './vector-tools.ts';
import { vectorTools } from './vector-tools.ts';

/** What the surroundings bring; all of it may be absent. */
export interface VectorEditorOptions {
  readonly renderer?: 'webgl' | 'canvas';
  /** Fetches the skeletons a person can place. */
  readonly skeletons?: () => Promise<readonly PlaceableSkeleton[]>;
  /** The keys of the person; ours when absent. */
  readonly keys?: KeyMap;
  /** Tools of intelligent help, shown after the editor's own. */
  readonly assistants?: readonly AssistantTool[];
  /** Makes what is shown over the stage. */
  readonly choices?: (context: VectorContext, editor: VectorEditor) => ComponentType;
}

/** The vector editor on one item: stage, shapes, tools and keys. */
export class VectorEditor implements Editor, KeyedEditor {
  readonly tools: readonly VectorTool[];
  readonly Options?: ComponentType;
  readonly stage: Stage;
  readonly #session: EditorSession;
  readonly #context: VectorContext;
  readonly #commands: VectorCommands;
  readonly #hiding: ShapeHiding;
  readonly #keys: KeyBindings<VectorKey>;
  /** Physical key that went down last. */
  #pressed = '';
  readonly #owned = new Disposables();
  readonly #toolListeners = new Set<() => void>();
  readonly #viewListeners = new Set<() => void>();
  #activeTool = 'select';
  #lastDrawingTool = 'box';
  #labels = true;
  /** Resolves when the picture is on the stage, or could not be opened. */
  readonly opened: Promise<void>;

  constructor(session: EditorSession, element: HTMLElement, options: VectorEditorOptions = {}) {
    const { item, scene } = session;
    const expected = item.width !== undefined && item.height !== undefined ? { width: item.width, height: item.height } : undefined;
    this.#session = session;
    const { assistants = [], skeletons, choices } = options;
    this.stage = new Stage(element, {
      order: { ids: function* () { for (const instance of scene.instances) yield instance.id; }, count: () => scene.instances.length, placeOf: id => scene.placeOf(id) },
      paint: painter => {
        if (this.stage.style.hidden) return false;
        const labels = paintLabels(this.#context, painter, this.#labels);
        const points = paintPointLabels(this.#context, painter);
        // Last, so that no label covers what can be taken.
        const handles = handledTools.has(this.#activeTool) && paintHandles(this.#context, painter);
        return labels || points || handles;
      },
      onImage: size => this.#context.setSize(size),
      ...(options.renderer === undefined ? {} : { renderer: options.renderer }),
    });
    this.#context = new VectorContext(session, this.stage, expected, { desk: new VectorDesk(skeletons) });
    const assistant = new VectorAssistant(this.#context, this.stage);
    this.tools = [...vectorTools, ...assistants.map(tool => ({ ...tool, begin: () => tool.begin(assistant) }))].map(tool => ({ ...tool, command: `${keyScope}.tool.${tool.id}` }));
    this.#keys = this.#owned.add(new KeyBindings(options.keys ?? new KeyMap(), keyScope, [...vectorKeys, ...assistants.map(assistantKey)]));
    this.#commands = vectorCommands(this.#context, ShapeClipboard.of(session.user.email));
    this.#context.desk.onLeave(() => this.setTool('select'));
    this.#hiding = this.#owned.add(new ShapeHiding(this.stage, {
      hidesSelection: () => this.hasSelection && this.#activeTool === 'select' && !session.readOnly,
      hideSelection: () => this.#commands.selection.toggleHide(),
      notify: text => session.notify(text),
    }));
    this.#owned.add(new SceneShapes(session, this.stage.layer));
    this.#owned.add(this.stage);
    this.#owned.add(toDisposable(subscribe(this.settings.state, () => this.stage.requestOverlay())));
    this.#owned.add(toDisposable(scene.onChange(() => this.stage.requestOverlay())));
    this.#owned.add(toDisposable(session.subscribe(() => this.#sessionChanged())));
    this.#owned.add(toDisposable(this.stage.camera.onChange(() => this.#viewChanged())));
    this.setTool('select');
    if (choices !== undefined) this.Options = choices(this.#context, this);
    this.opened = this.stage.openImage(item.url, expected);
  }

  get activeTool(): string {
    return this.#activeTool;
  }

  get shortcuts(): readonly EditorShortcut[] {
    const assisting = this.#keys.keys.slice(vectorKeys.length).map(key => ({ group: 'Tools', title: key.title, keys: this.#keys.chords(key) }));
    return [...vectorShortcuts(key => this.#keys.chords(key)), ...assisting];
  }

  get hasSelection(): boolean {
    return this.#session.scene.selection.size > 0;
  }

  /** A class that is chosen is for the next shape; with the select tool it is for the selection. */
  get drawing(): boolean {
    return this.#activeTool !== 'select';
  }

  get zoom(): number {
    return this.stage.camera.zoom;
  }

  setTool(id: string): void {
    const tool = this.tools.find(one => one.id === id) ?? this.tools[0]!;
    if (tool.id !== 'select') {
      if (this.#session.readOnly) {
        this.#session.notify('This item is read-only.');
        return;
      }
      if (tool.id !== 'simplify') this.#lastDrawingTool = tool.id;
      this.#session.scene.setHover(undefined);
    }
    this.#activeTool = tool.id;
    this.#context.desk.setTool(tool.id);
    this.stage.use(new ToolMachine(tool.begin(this.#context), () => this.stage.updateCursor()));
    for (const listener of this.#toolListeners) listener();
  }

  get settings(): VectorSettings {
    return this.#context.settings;
  }

  /** On with polygons that become holes or further parts; the selection tells of which. */
  setPolygonMode(mode: PolygonMode): void {
    this.setTool('polygon');
    this.#context.desk.setPolygonMode(mode);
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
    this.#pressed = event.code;
    if (event.code === 'Space' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      this.stage.input.holdPan(true);
      return true;
    }
    if (event.key === 'Escape') return this.#escape();
    if (event.key === 'Tab' && !this.#holdsFocus()) return false;
    const { tool } = this.stage;
    const heard = this.#keys.heard(event);
    const taken = heard !== undefined && tool?.key(heard) === true;
    if (taken) {
      this.stage.requestOverlay();
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

  pressHide(): void {
    this.#hiding.press(this.#pressed);
  }

  openMenu(): void {
    const { width, height } = this.stage.camera.viewport;
    this.#context.desk.openMenu(this.stage.input.last?.screen ?? { x: width / 2, y: height / 2 });
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

  boundsOf(instance: Instance): Rectangle | undefined {
    const bounds = boundsOf([instance]);
    return isEmptyRectangle(bounds) ? undefined : bounds;
  }

  outlineOf(instance: Instance): Outline {
    return shapeOutline(instance);
  }

  showArea(area: Rectangle): void {
    this.stage.camera.show(area);
  }

  fit(): void {
    this.stage.camera.fit();
  }

  zoomTo(factor: number): void {
    this.stage.camera.zoomTo(factor);
  }

  readonly onView = (listener: () => void): (() => void) => {
    this.#viewListeners.add(listener);
    return () => this.#viewListeners.delete(listener);
  };

  commentAt(): Place {
    return this.stage.input.last?.place ?? this.stage.camera.view.centre;
  }

  toElement(place: Place): Place {
    return this.stage.camera.toScreen(place);
  }

  dispose(): void {
    this.#owned.dispose();
  }

  offers(key: VectorKey): boolean {
    return (key.when?.(this) ?? true) && !(key.changes === true && this.#session.readOnly);
  }

  run(key: VectorKey): void {
    if (key.changes === true && this.#session.readOnly) this.#session.notify('This item is read-only.');
    else key.run(this, this.#commands);
    this.stage.requestOverlay();
  }

  #command(event: KeyboardEvent): boolean {
    const found = this.#keys.find(event, key => key.when?.(this) ?? true);
    if (found !== undefined) this.run(found);
    return found !== undefined;
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

  #sessionChanged(): void {
    if (this.#session.readOnly && this.#activeTool !== 'select') this.setTool('select');
    this.stage.requestOverlay();
  }

  #viewChanged(): void {
    for (const listener of this.#viewListeners) listener();
  }
}

const assistantKey = ({ id, title, shortcut }: AssistantTool): VectorKey => ({ id: `tool.${id}`, title, group: 'Tools', chords: shortcut === undefined ? [] : [shortcut], run: editor => editor.setTool(id) });

/** Tools in which the selection shows its handles. */
const handledTools: ReadonlySet<string> = new Set(['select', 'template']);
