import { toDisposable } from '#core/base/common/index.ts';
import type { ComponentType } from 'react';
import { subscribe } from 'valtio';
import { KeyBindings, KeyMap } from '#core/shortcuts/web/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { Outline, Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import { isEmptyRectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { AssistantTool, EditorSession, EditorShortcut } from '#plugins/annotate/editor/web/kit/index.ts';
import { assistantKey, assistantShortcuts, StageEditor } from '#plugins/annotate/editor/web/kit/index.ts';
import type { ImageSource, OverlayPainter, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { Stage } from '#plugins/annotate/stage/web/kit/index.ts';
import { shapeOutline } from '../common/shape-outline.ts';
import type { PlaceableSkeleton } from '../common/skeleton-shape.ts';
import { paintHandles, paintPointLabels } from './handle-painting.ts';
import { paintDisapproved, paintLabels } from './overlay-painting.ts';
import { SceneShapes } from './scene-shapes.ts';
import { boundsOf } from '../common/instance-bounds.ts';
import { ShapeClipboard } from './shape-clipboard.ts';
import { ShapeHiding } from './shape-hiding.ts';
import { VectorAssistant } from './vector-assistant.ts';
import type { VectorCommands } from './vector-commands.ts';
import { vectorCommands } from './vector-commands.ts';
import { VectorContext } from './vector-context.ts';
import { VectorController } from './vector-controller.ts';
import type { KeyedEditor, VectorKey } from './vector-key.ts';
import { keyScope, vectorKeys } from './vector-keys.ts';
import { vectorShortcuts } from './vector-shortcuts.ts';
import type { PolygonMode, VectorSettings } from './vector-settings.ts';
import type { VectorTool } from './vector-tools.ts';
import { vectorTools } from './vector-tools.ts';

/** Options of the surroundings; all of it may be absent. */
export interface VectorEditorOptions {
  readonly renderer?: 'webgl' | 'canvas';
  /** Fetches the skeletons a person can place. */
  readonly skeletons?: () => Promise<readonly PlaceableSkeleton[]>;
  /** The keys of the person; ours when absent. */
  readonly keys?: KeyMap;
  /** Scope of its keys among those of the person; those of vector projects when absent. */
  readonly scope?: string;
  /** Keys and tools of an editor that is built on this one, after its own. */
  readonly moreKeys?: readonly VectorKey[];
  readonly moreTools?: readonly VectorTool[];
  /** Opens the picture; the file of the item when absent. */
  readonly source?: (signal: AbortSignal) => Promise<ImageSource>;
  /** Draws over the shapes, below their handles; returns whether it drew anything. */
  readonly paint?: (painter: OverlayPainter) => boolean;
  /** Tools of intelligent help, shown after the editor's own. */
  readonly assistants?: readonly AssistantTool[];
  /** Makes what is shown over the stage. */
  readonly choices?: (context: VectorContext, editor: VectorEditor) => ComponentType;
}

/** The vector editor on one item: stage, shapes, tools and keys. */
export class VectorEditor extends StageEditor<VectorKey> implements KeyedEditor {
  readonly tools: readonly VectorTool[];
  readonly Options?: ComponentType;
  readonly stage: Stage;
  protected readonly session: EditorSession;
  readonly #context: VectorContext;
  readonly #commands: VectorCommands;
  readonly #hiding: ShapeHiding;
  readonly #ownKeys: readonly VectorKey[];
  protected readonly keys: KeyBindings<VectorKey>;
  #lastDrawingTool = 'box';
  #labels = true;
  /** Resolves when the picture is on the stage, or could not be opened. */
  readonly opened: Promise<void>;

  constructor(session: EditorSession, element: HTMLElement, options: VectorEditorOptions = {}) {
    super();
    const { item, scene } = session;
    const expected =
      item.width !== undefined && item.height !== undefined ? { width: item.width, height: item.height } : undefined;
    this.session = session;
    const { assistants = [], moreKeys = [], moreTools = [], scope = keyScope, skeletons, choices } = options;
    this.#ownKeys = [...vectorKeys, ...moreKeys];
    this.stage = new Stage(element, {
      order: {
        ids: function* () {
          for (const instance of scene.instances) yield instance.id;
        },
        count: () => scene.instances.length,
        placeOf: id => scene.placeOf(id),
      },
      paint: painter => {
        const more = options.paint?.(painter) === true;
        if (this.stage.style.hidden) return more;
        const disapproved = paintDisapproved(this.#context, painter);
        const labels = paintLabels(this.#context, painter, this.#labels && this.stage.labels.shown);
        const points = paintPointLabels(this.#context, painter);
        // Last, so that no label covers what can be taken.
        const handles = handledTools.has(this.activeTool) && paintHandles(this.#context, painter);
        return more || disapproved || labels || points || handles;
      },
      onImage: size => this.#context.setSize(size),
      ...(options.renderer === undefined ? {} : { renderer: options.renderer }),
    });
    this.#context = new VectorContext(session, this.stage, expected, { controller: new VectorController(skeletons) });
    const assistant = new VectorAssistant(this.#context, this.stage);
    this.tools = [
      ...vectorTools,
      ...moreTools,
      ...assistants.map(tool => ({ ...tool, group: 'assist' as const, begin: () => tool.begin(assistant) })),
    ].map(tool => ({ ...tool, command: `${scope}.tool.${tool.id}` }));
    this.keys = this.owned.add(
      new KeyBindings(options.keys ?? new KeyMap(), scope, [...this.#ownKeys, ...assistants.map(assistantKey)]),
    );
    this.#commands = vectorCommands(this.#context, ShapeClipboard.of(session.user.email));
    this.#context.controller.onLeave(() => this.setTool('select'));
    this.#hiding = this.owned.add(
      new ShapeHiding(this.stage, {
        hidesSelection: () => this.hasSelection && !session.readOnly,
        hideSelection: () => this.#commands.selection.toggleHide(),
        changed: () => this.announceTool(),
      }),
    );
    this.owned.add(new SceneShapes(session, this.stage.layer));
    this.owned.add(this.stage);
    this.owned.add(toDisposable(subscribe(this.settings.state, () => this.stage.requestOverlay())));
    this.follow();
    this.setTool('select');
    if (choices !== undefined) this.Options = choices(this.#context, this);
    this.opened =
      options.source === undefined
        ? this.stage.openImage(item.url, expected)
        : this.stage.openSource(options.source, expected);
  }

  get shortcuts(): readonly EditorShortcut[] {
    return [
      ...vectorShortcuts(key => this.keys.chords(key), this.#ownKeys),
      ...assistantShortcuts(this.keys, this.#ownKeys),
    ];
  }

  get settings(): VectorSettings {
    return this.#context.settings;
  }

  /** On with polygons that become holes or further parts; the selection shows of which. */
  setPolygonMode(mode: PolygonMode): void {
    this.setTool('polygon');
    this.#context.controller.setPolygonMode(mode);
  }

  /** N: on with the tool that drew last. */
  repeatTool(): void {
    this.setTool(this.#lastDrawingTool);
  }

  get allHidden(): boolean {
    return this.#hiding.all;
  }

  showAll(): void {
    this.#hiding.hideAll(false);
  }

  pressHide(): void {
    this.#hiding.press(this.pressed);
  }

  openMenu(): void {
    const { width, height } = this.stage.camera.viewport;
    this.#context.controller.openMenu(this.stage.input.last?.screen ?? { x: width / 2, y: height / 2 });
  }

  toggleLabels(): void {
    this.#labels = !this.#labels;
    this.stage.requestOverlay();
  }

  boundsOf(instance: Instance): Rectangle | undefined {
    const bounds = boundsOf([instance]);
    return isEmptyRectangle(bounds) ? undefined : bounds;
  }

  outlineOf(instance: Instance): Outline {
    return shapeOutline(instance);
  }

  offers(key: VectorKey): boolean {
    return this.applies(key) && !(key.changes === true && this.session.readOnly);
  }

  protected begin(id: string): () => ToolState {
    return this.tools.find(one => one.id === id)!.begin(this.#context);
  }

  protected applies(key: VectorKey): boolean {
    return key.when?.(this) ?? true;
  }

  protected act(key: VectorKey): void {
    key.run(this, this.#commands);
  }

  /** Back at selecting before the selection goes. */
  protected stepBack(): boolean {
    return this.leaveTool() || this.dropSelection();
  }

  protected override toolChosen(tool: string): void {
    if (!['select', 'simplify', 'measure'].includes(tool)) this.#lastDrawingTool = tool;
    this.#context.controller.setTool(tool);
  }
}

/** Tools in which the selection shows its handles. */
const handledTools: ReadonlySet<string> = new Set(['select', 'template']);
