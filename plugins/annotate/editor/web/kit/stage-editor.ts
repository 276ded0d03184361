import { Disposables, toDisposable } from '#core/base/common/index.ts';
import type { BoundKey, KeyBindings } from '#core/shortcuts/web/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import type { Place, Rectangle } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { AssistantTool } from './assistant.ts';
import type { Editor, EditorCommand, EditorSession, EditorShortcut, EditorTool } from './editor-type.ts';
import { holdsFocus } from './holds-focus.ts';
import { JustDrawn } from './just-drawn.ts';
import type { NamedKey } from './key-commands.ts';
import { keyCommands } from './key-commands.ts';
import { toolOfClass, toolProblem } from './tool-limits.ts';
import type { Stage, ToolState } from '#plugins/annotate/stage/web/kit/index.ts';
import { ToolMachine } from '#plugins/annotate/stage/web/kit/index.ts';
import { messages } from '../messages.ts';

/** The tool without which there is always one: it selects. */
const RESTING = 'select';

/** A key command of an editor on a stage. */
export type StageKey = NamedKey;

/** Common base of editors on a stage: the tool in use, keys, the view, and the steps of Esc. */
export abstract class StageEditor<K extends StageKey> implements Editor {
  abstract readonly stage: Stage;
  abstract readonly tools: readonly EditorTool[];
  abstract readonly shortcuts: readonly EditorShortcut[];
  protected abstract readonly session: EditorSession;
  protected abstract readonly keys: KeyBindings<K>;
  protected readonly owned = new Disposables();
  #justDrawn: JustDrawn | undefined;
  readonly #toolListeners = new Set<() => void>();
  readonly #viewListeners = new Set<() => void>();
  #activeTool = RESTING;
  /** Physical key that went down last. */
  #pressed = '';

  /** The state in which a tool rests. */
  protected abstract begin(tool: string): () => ToolState;
  protected abstract applies(key: K): boolean;
  protected abstract act(key: K): void;
  /** Esc with no gesture under way. False when there is nothing to step back from. */
  protected abstract stepBack(): boolean;
  abstract boundsOf(instance: Instance): Rectangle | undefined;

  get activeTool(): string {
    return this.#activeTool;
  }

  /** A tool draws, and a class chosen now is for the next object: the selection is none that was just drawn. */
  get drawing(): boolean {
    return this.#activeTool !== RESTING && this.#justDrawn?.isSelected !== true;
  }

  get hasSelection(): boolean {
    return this.session.scene.selection.size > 0;
  }

  protected get pressed(): string {
    return this.#pressed;
  }

  setTool(id: string): void {
    const known = this.tools.some(one => one.id === id) ? id : RESTING;
    if (known !== RESTING) {
      if (this.session.readOnly) {
        this.session.notify(messages.stageEditor.thisItemIsReadOnly);
        return;
      }
      const problem = this.#problemOf(known);
      if (problem !== undefined) {
        this.session.notify(problem);
        return;
      }
      this.session.scene.setHover(undefined);
    }
    this.#activeTool = known;
    this.#justDrawn?.forget();
    this.toolChosen(known);
    this.restartTool();
    this.announceTool();
  }

  onToolChange(listener: () => void): () => void {
    this.#toolListeners.add(listener);
    return () => this.#toolListeners.delete(listener);
  }

  readonly onView = (listener: () => void): (() => void) => {
    this.#viewListeners.add(listener);
    return () => this.#viewListeners.delete(listener);
  };

  key(event: KeyboardEvent): boolean {
    this.#pressed = event.code;
    if (event.code === 'Space' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      this.stage.input.holdPan(true);
      return true;
    }
    if (event.key === 'Escape') return this.#escape();
    if (event.key === 'Tab' && !holdsFocus(this.stage.surface)) return false;
    const received = this.keys.receive(event);
    if (received !== undefined && this.stage.tool?.key(received) === true) {
      this.stage.requestOverlay();
      return true;
    }
    const found = this.keys.find(event, key => this.applies(key));
    if (found !== undefined) this.run(found);
    return found !== undefined;
  }

  /** Carries a key's command out, unless it changes what is read-only. */
  run(key: K): void {
    if (key.changes === true && this.session.readOnly) this.session.notify(messages.stageEditor.thisItemIsReadOnly);
    else this.act(key);
    this.stage.requestOverlay();
  }

  namedCommands(): readonly EditorCommand[] {
    return keyCommands(
      this.keys,
      this.session.readOnly,
      key => this.applies(key),
      key => this.run(key),
    );
  }

  undo(): void {
    this.session.undo();
  }

  redo(): void {
    this.session.redo();
  }

  focusInstance(id: string): void {
    const instance = this.session.scene.get(id);
    if (instance === undefined) return;
    this.session.scene.select([id]);
    const bounds = this.boundsOf(instance);
    if (bounds !== undefined) this.stage.camera.show(bounds);
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

  commentAt(): Place {
    return this.stage.input.last?.place ?? this.stage.camera.view.centre;
  }

  toElement(place: Place): Place {
    return this.stage.camera.toScreen(place);
  }

  dispose(): void {
    this.owned.dispose();
  }

  /**
   * Draws again when the document, the session or the view changes. To be called once stage, session and keys are
   * there.
   */
  protected follow(): void {
    this.#justDrawn = this.owned.add(new JustDrawn(this.session.scene, this.stage.surface));
    for (const stop of [
      this.session.subscribe(() => this.sessionChanged()),
      this.session.scene.onChange(() => this.stage.requestOverlay()),
      this.stage.camera.onChange(() => {
        for (const listener of this.#viewListeners) listener();
      }),
    ])
      this.owned.add(toDisposable(stop));
  }

  /** Has the tool bar and the lists of objects drawn again. */
  protected announceTool(): void {
    for (const listener of this.#toolListeners) listener();
  }

  /** A tool was chosen and is about to begin. */
  protected toolChosen(_tool: string): void {
    // What an editor remembers of it.
  }

  protected sessionChanged(): void {
    if (this.session.readOnly && this.#activeTool !== RESTING) this.setTool(RESTING);
    if (this.#problemOf(this.#activeTool) !== undefined) this.#fitTool();
    this.stage.requestOverlay();
  }

  /** The tool in use starts over; what it had under way ends. */
  protected restartTool(): void {
    this.stage.use(new ToolMachine(this.begin(this.#activeTool), () => this.stage.updateCursor()));
  }

  /** False when nothing was selected. */
  protected dropSelection(): boolean {
    if (!this.hasSelection) return false;
    this.session.scene.select([]);
    return true;
  }

  /** False when no tool draws. */
  protected leaveTool(): boolean {
    if (this.#activeTool === RESTING) return false;
    this.setTool(RESTING);
    return true;
  }

  #problemOf(tool: string): string | undefined {
    const known = this.tools.find(each => each.id === tool);
    return known === undefined ? undefined : toolProblem(known, this.session);
  }

  /** The class that was just chosen is not drawn with the tool in use: goes on with one that draws it. */
  #fitTool(): void {
    const other = toolOfClass(this.tools, this.session);
    this.setTool(other?.id ?? RESTING);
    if (other !== undefined) this.session.notify(messages.stageEditor.switchedTo(other.title));
  }

  #escape(): boolean {
    if (this.stage.tool?.cancel() !== true) return this.stepBack();
    this.stage.requestOverlay();
    return true;
  }
}

/** The key command of a tool of intelligent help. */
export function assistantKey({
  id,
  title,
  shortcut,
}: AssistantTool): BoundKey & { readonly run: (editor: { setTool(id: string): void }) => void } {
  return {
    id: `tool.${id}`,
    title,
    group: messages.groups.tools,
    chords: shortcut === undefined ? [] : [shortcut],
    run: editor => editor.setTool(id),
  };
}

/** The tools of intelligent help on the key sheet; they follow an editor's `own` keys. */
export function assistantShortcuts<K extends BoundKey>(
  keys: KeyBindings<K>,
  own: readonly K[],
): readonly EditorShortcut[] {
  return keys.keys
    .slice(own.length)
    .map(key => ({ group: messages.groups.tools, title: key.title, keys: keys.chords(key) }));
}
