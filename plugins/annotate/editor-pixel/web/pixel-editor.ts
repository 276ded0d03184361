import { createElement } from 'react';
import type { ComponentType } from 'react';
import { toDisposable } from '#core/base/common/index.ts';
import { KeyBindings, KeyMap } from '#core/shortcuts/web/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { LabelRaster } from '#plugins/annotate/annotations/common/raster/index.ts';
import type {
  AssistantContext,
  AssistantTool,
  EditorSession,
  EditorShortcut,
  EditorTool,
} from '#plugins/annotate/editor/web/kit/index.ts';
import { assistantKey, assistantShortcuts, StageEditor } from '#plugins/annotate/editor/web/kit/index.ts';
import type { ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { Stage } from '#plugins/annotate/stage/web/kit/index.ts';
import { HeldKeys } from './held-keys.ts';
import { MaskCommands } from './mask-commands.ts';
import { messages } from './messages.ts';
import type { OptionedEditor } from './options-bar.tsx';
import { OptionsBar } from './options-bar.tsx';
import { PixelContext } from './pixel-context.ts';
import type { KeyedPixelEditor, PixelKey } from './pixel-keys.ts';
import { keyScope, pixelKeys, pixelShortcuts } from './pixel-keys.ts';
import { PixelOptions } from './pixel-options.ts';
import { pixelTools } from './pixel-tools.ts';
import { paintDisapprovedMasks } from './disapproved-masks.ts';
import { ScenePaint } from './scene-paint.ts';
import { SuperpixelBlocks } from './superpixels/superpixel-blocks.ts';
import { pickClass } from './tools/pick-class.ts';

/** Options of a pixel editor beside its session. */
export interface PixelEditorOptions {
  readonly renderer?: 'webgl' | 'canvas';
  /** The keys of the person; ours when absent. */
  readonly keys?: KeyMap;
  /** Tools of intelligent help, shown after the editor's own. */
  readonly assistants?: readonly AssistantTool[];
}

/** The pixel editor on one item: stage, mask, tools and keys. */
export class PixelEditor extends StageEditor<PixelKey> implements KeyedPixelEditor, OptionedEditor {
  readonly tools: readonly EditorTool[];
  readonly stage: Stage;
  readonly options = new PixelOptions();
  readonly commands: MaskCommands;
  readonly Options: ComponentType = () => createElement(OptionsBar, { editor: this, session: this.session });
  protected readonly session: EditorSession;
  protected readonly keys: KeyBindings<PixelKey>;
  readonly #context: PixelContext;
  readonly #assistants: readonly AssistantTool[];
  readonly #blocks: SuperpixelBlocks;
  readonly #held: HeldKeys;
  #allHidden = false;
  #activeClassId: number | undefined;
  /** Resolves when the picture is on the stage, or could not be opened. */
  readonly opened: Promise<void>;

  /** @throws Error when the session has no mask. */
  constructor(
    session: EditorSession,
    element: HTMLElement,
    { renderer, keys = new KeyMap(), assistants = [] }: PixelEditorOptions = {},
  ) {
    super();
    const { raster } = session.scene;
    if (raster === undefined) throw new Error('The pixel editor needs the mask of the item.');
    this.session = session;
    this.#assistants = assistants;
    this.#activeClassId = session.activeClassId;
    this.tools = [...pixelTools, ...assistants.map(tool => ({ ...tool, group: 'assist' as const }))].map(tool => ({
      ...tool,
      command: `${keyScope}.tool.${tool.id}`,
    }));
    this.keys = this.owned.add(new KeyBindings(keys, keyScope, [...pixelKeys, ...assistants.map(assistantKey)]));
    this.stage = this.owned.add(
      new Stage(element, {
        order: { ids: () => [], count: () => 0, placeOf: () => -1 },
        paint: painter =>
          !this.allHidden &&
          paintDisapprovedMasks(painter, session.scene, this.stage.camera.visible, each => this.boundsOf(each)),
        ...(renderer === undefined ? {} : { renderer }),
      }),
    );
    const paint = this.owned.add(new ScenePaint(session, raster, this.stage.raster));
    this.#context = new PixelContext(session, this.stage, paint, this.options);
    this.commands = new MaskCommands(this.#context);
    this.#blocks = this.owned.add(new SuperpixelBlocks(this.#context, () => this.stage.requestOverlay()));
    this.#held = this.owned.add(new HeldKeys(held => this.#setHidden(held || this.#allHidden)));
    this.follow();
    for (const stop of [
      this.options.onChange(() => this.#applyStyle()),
      raster.onInterrupt(() => this.#endGesture()),
      session.scene.onChange(() => this.stage.requestOverlay()),
    ])
      this.owned.add(toDisposable(stop));
    this.#applyStyle();
    this.setTool(session.readOnly ? 'select' : 'brush');
    this.opened = this.stage.openImage(session.item.url, { width: raster.width, height: raster.height });
  }

  get shortcuts(): readonly EditorShortcut[] {
    return [...pixelShortcuts(key => this.keys.chords(key)), ...assistantShortcuts(this.keys, pixelKeys)];
  }

  /** Paint grows an object stroke by stroke, so a class chosen between strokes is always for the next one. */
  override get drawing(): boolean {
    return this.activeTool !== 'select';
  }

  newObject(): void {
    this.session.scene.select([]);
  }

  toggleHidden(): void {
    this.#allHidden = !this.#allHidden;
    this.#setHidden(this.#allHidden);
    this.announceTool();
  }

  get allHidden(): boolean {
    return this.#allHidden;
  }

  showAll(): void {
    if (this.#allHidden) this.toggleHidden();
  }

  lookBelow(): void {
    this.#held.press(this.pressed);
  }

  pickClass(): void {
    const { last } = this.stage.input;
    if (last !== undefined) pickClass(this.#context, last.place);
  }

  boundsOf({ id }: Instance): Rectangle | undefined {
    return this.#context.raster.boundsOf(new Set(this.#context.paint.slotsOf(id)));
  }

  showMasks(instances: readonly Instance[], raster: LabelRaster): () => void {
    return this.#context.paint.showInstead(instances, raster);
  }

  override dispose(): void {
    this.#endGesture();
    super.dispose();
  }

  protected begin(id: string): () => ToolState {
    const assistant = this.#assistants.find(one => one.id === id);
    if (assistant !== undefined) return assistant.begin(this.#assistantContext());
    return (pixelTools.find(one => one.id === id) ?? pixelTools[0]!).begin(this.#context, this.#blocks);
  }

  protected applies(key: PixelKey): boolean {
    return key.when?.(this) ?? true;
  }

  protected act(key: PixelKey): void {
    // What is under way comes first: half a stroke is no object yet.
    if (key.changes === true) this.#endGesture();
    key.run(this, this.commands);
  }

  /** The next paint is a new object before one is back at selecting. */
  protected stepBack(): boolean {
    return this.dropSelection() || this.leaveTool();
  }

  protected override sessionChanged(): void {
    if (this.session.activeClassId !== this.#activeClassId) this.commands.classLeft(this.#activeClassId);
    this.#activeClassId = this.session.activeClassId;
    super.sessionChanged();
  }

  #assistantContext(): AssistantContext {
    const context = this.#context;
    return {
      session: this.session,
      stage: this.stage,
      get activeColor() {
        return context.activeColor;
      },
      pixels: (area, longestSide) => this.stage.pixels(area, longestSide),
      accept: ({ mask }) => context.paintRegion(messages.pixelEditor.acceptSuggestion, mask, this.#held.shift),
    };
  }

  /** Completes paint that is under way; the tool goes on. */
  #endGesture(): void {
    const state = this.stage.tool?.state;
    if (state !== undefined && !state.name.endsWith('.idle')) this.restartTool();
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
}
