import { createElement } from 'react';
import type { ComponentType } from 'react';
import { Disposables, toDisposable } from '#core/base/common/index.ts';
import { KeyBindings, KeyMap } from '#core/shortcuts/web/index.ts';
import type { Instance } from '#plugins/editor/common/document.ts';
import type { Place } from '#plugins/editor/common/geometry/place.ts';
import type { Rectangle } from '#plugins/editor/common/geometry/rectangle.ts';
import type { AssistantContext, AssistantTool } from '#plugins/editor/web/kit/assistant.ts';
import type { Editor, EditorSession, EditorShortcut, EditorTool } from '#plugins/editor/web/kit/editor-type.ts';
import { Stage } from '#plugins/editor/web/kit/stage/stage.ts';
import type { ToolState } from '#plugins/editor/web/kit/stage/tool-state.ts';
import { ToolMachine } from '#plugins/editor/web/kit/stage/tool-state.ts';
import { HeldKeys } from './held-keys.ts';
import { MaskCommands } from './mask-commands.ts';
import type { OptionedEditor } from './options-bar.tsx';
import { OptionsBar } from './options-bar.tsx';
import { PixelContext } from './pixel-context.ts';
import type { KeyedPixelEditor, PixelKey } from './pixel-keys.ts';
import { keyScope, pixelKeys, pixelShortcuts } from './pixel-keys.ts';
import { PixelOptions } from './pixel-options.ts';
import { pixelTools } from './pixel-tools.ts';
import { ScenePaint } from './scene-paint.ts';
import { SuperpixelBlocks } from './superpixels/superpixel-blocks.ts';
import { pickClass } from './tools/pick-class.ts';

/** What a pixel editor may be given beside its session. */
export interface PixelEditorOptions {
  readonly renderer?: 'webgl' | 'canvas';
  /** The keys of the person; ours when absent. */
  readonly keys?: KeyMap;
  /** Tools of intelligent help, shown after the editor's own. */
  readonly assistants?: readonly AssistantTool[];
}

/** The pixel editor on one item: stage, mask, tools and keys. */
export class PixelEditor implements Editor, KeyedPixelEditor, OptionedEditor {
  readonly tools: readonly EditorTool[];
  readonly stage: Stage;
  readonly options = new PixelOptions();
  readonly commands: MaskCommands;
  readonly Options: ComponentType = () => createElement(OptionsBar, { editor: this, session: this.#session });
  readonly #session: EditorSession;
  readonly #context: PixelContext;
  readonly #assistants: readonly AssistantTool[];
  readonly #blocks: SuperpixelBlocks;
  readonly #keys: KeyBindings<PixelKey>;
  /** Physical key that went down last. */
  #pressed = '';
  readonly #held: HeldKeys;
  readonly #owned = new Disposables();
  readonly #toolListeners = new Set<() => void>();
  readonly #viewListeners = new Set<() => void>();
  #activeTool = 'select';
  #allHidden = false;
  #activeClassId: number | undefined;
  /** Resolves when the picture is on the stage, or could not be opened. */
  readonly opened: Promise<void>;

  /** @throws Error when the session has no mask. */
  constructor(session: EditorSession, element: HTMLElement, { renderer, keys = new KeyMap(), assistants = [] }: PixelEditorOptions = {}) {
    const { raster } = session.scene;
    if (raster === undefined) throw new Error('The pixel editor needs the mask of the item.');
    this.#session = session;
    this.#assistants = assistants;
    this.#activeClassId = session.activeClassId;
    this.tools = [...pixelTools, ...assistants].map(tool => ({ ...tool, command: `${keyScope}.tool.${tool.id}` }));
    this.#keys = this.#owned.add(new KeyBindings(keys, keyScope, [...pixelKeys, ...assistants.map(assistantKey)]));
    this.stage = this.#owned.add(new Stage(element, {
      order: { ids: () => [], count: () => 0, placeOf: () => -1 },
      paint: () => false,
      ...(renderer === undefined ? {} : { renderer }),
    }));
    const paint = this.#owned.add(new ScenePaint(session, raster, this.stage.raster));
    this.#context = new PixelContext(session, this.stage, paint, this.options);
    this.commands = new MaskCommands(this.#context);
    this.#blocks = this.#owned.add(new SuperpixelBlocks(this.#context, () => this.stage.requestOverlay()));
    this.#held = this.#owned.add(new HeldKeys(held => this.#setHidden(held || this.#allHidden)));
    for (const stop of [
      this.options.onChange(() => this.#applyStyle()),
      session.subscribe(() => this.#sessionChanged()),
      session.scene.onChange(() => this.stage.requestOverlay()),
      this.stage.camera.onChange(() => this.#viewChanged()),
      raster.onInterrupt(() => this.#endGesture()),
    ]) this.#owned.add(toDisposable(stop));
    this.#applyStyle();
    this.setTool(session.readOnly ? 'select' : 'brush');
    this.opened = this.stage.openImage(session.item.url, { width: raster.width, height: raster.height });
  }

  get activeTool(): string {
    return this.#activeTool;
  }

  get shortcuts(): readonly EditorShortcut[] {
    const assisting = this.#keys.keys.slice(pixelKeys.length).map(key => ({ group: 'Tools', title: key.title, keys: this.#keys.chords(key) }));
    return [...pixelShortcuts(key => this.#keys.chords(key)), ...assisting];
  }

  get hasSelection(): boolean {
    return this.#session.scene.selection.size > 0;
  }

  get zoom(): number {
    return this.stage.camera.zoom;
  }

  setTool(id: string): void {
    const known = this.tools.some(one => one.id === id) ? id : 'select';
    if (known !== 'select' && this.#session.readOnly) {
      this.#session.notify('This item is read-only.');
      return;
    }
    if (known !== 'select') this.#session.scene.setHover(undefined);
    this.#activeTool = known;
    this.stage.use(new ToolMachine(this.#begin(known), () => this.stage.updateCursor()));
    for (const listener of this.#toolListeners) listener();
  }

  newObject(): void {
    this.#session.scene.select([]);
  }

  onToolChange(listener: () => void): () => void {
    this.#toolListeners.add(listener);
    return () => this.#toolListeners.delete(listener);
  }

  key(event: KeyboardEvent): boolean {
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.code === 'Space' && plain) {
      this.stage.input.holdPan(true);
      return true;
    }
    if (event.key === 'Escape') return this.#escape();
    if (event.key === 'Tab' && !this.#holdsFocus()) return false;
    this.#pressed = event.code;
    const heard = this.#keys.heard(event);
    const taken = heard !== undefined && this.stage.tool?.key(heard) === true;
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

  toggleHidden(): void {
    this.#allHidden = !this.#allHidden;
    this.#setHidden(this.#allHidden);
    if (this.#allHidden) this.#session.notify('All masks are hidden. Press Alt+H to show them.');
  }

  lookBelow(): void {
    this.#held.press(this.#pressed);
  }

  pickClass(): void {
    const { last } = this.stage.input;
    if (last !== undefined) pickClass(this.#context, last.place);
  }

  focusInstance(id: string): void {
    this.#session.scene.select([id]);
    const bounds = this.#context.raster.boundsOf(new Set(this.#context.paint.slotsOf(id)));
    if (bounds !== undefined) this.stage.camera.show(bounds);
  }

  boundsOf({ id }: Instance): Rectangle | undefined {
    return this.#context.raster.boundsOf(new Set(this.#context.paint.slotsOf(id)));
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
    this.#endGesture();
    this.#owned.dispose();
  }

  #begin(id: string): () => ToolState {
    const assistant = this.#assistants.find(one => one.id === id);
    if (assistant !== undefined) return assistant.begin(this.#assistantContext());
    return (pixelTools.find(one => one.id === id) ?? pixelTools[0]!).begin(this.#context, this.#blocks);
  }

  #assistantContext(): AssistantContext {
    const context = this.#context;
    return {
      session: this.#session,
      stage: this.stage,
      get activeColor() { return context.activeColor; },
      pixels: (area, longestSide) => this.stage.pixels(area, longestSide),
      accept: ({ mask }) => context.paintRegion('Accept suggestion', mask, this.#held.shift),
    };
  }

  #command(event: KeyboardEvent): boolean {
    const found = this.#keys.find(event, key => key.when?.(this) ?? true);
    if (found === undefined) return false;
    if (found.changes === true && this.#session.readOnly) {
      this.#session.notify('This item is read-only.');
      return true;
    }
    // What is under way comes first: half a stroke is no object yet.
    if (found.changes === true) this.#endGesture();
    found.run(this, this.commands);
    this.stage.requestOverlay();
    return true;
  }

  /** Esc goes back in steps: the stroke or outline being drawn, the selection, the tool. */
  #escape(): boolean {
    if (this.stage.tool?.cancel() === true) {
      this.stage.requestOverlay();
      return true;
    }
    if (this.hasSelection) {
      this.#session.scene.select([]);
      return true;
    }
    if (this.#activeTool === 'select') return false;
    this.setTool('select');
    return true;
  }

  /** Completes paint that is under way; the tool goes on. */
  #endGesture(): void {
    const state = this.stage.tool?.state;
    if (state === undefined || state.name.endsWith('.idle')) return;
    this.stage.use(new ToolMachine(this.#begin(this.#activeTool), () => this.stage.updateCursor()));
  }

  #holdsFocus(): boolean {
    const focused = document.activeElement;
    return focused === null || focused === document.body || this.stage.surface.contains(focused);
  }

  #setHidden(hidden: boolean): void {
    this.stage.style = { ...this.stage.style, hidden };
  }

  #applyStyle(): void {
    const { opacity, outline } = this.options.settings;
    const style = { opacity: outline ? 0 : opacity, lineWidth: outline ? 2 : 1 };
    const { raster } = this.stage;
    if (raster.style.opacity !== style.opacity || raster.style.lineWidth !== style.lineWidth) raster.style = style;
    this.stage.requestOverlay();
  }

  #sessionChanged(): void {
    if (this.#session.activeClassId !== this.#activeClassId) this.commands.classLeft(this.#activeClassId);
    this.#activeClassId = this.#session.activeClassId;
    if (this.#session.readOnly && this.#activeTool !== 'select') this.setTool('select');
    this.stage.requestOverlay();
  }

  #viewChanged(): void {
    for (const listener of this.#viewListeners) listener();
  }
}

const assistantKey = ({ id, title, shortcut }: AssistantTool): PixelKey => ({ id: `tool.${id}`, title, group: 'Tools', chords: shortcut === undefined ? [] : [shortcut], run: editor => editor.setTool(id) });
