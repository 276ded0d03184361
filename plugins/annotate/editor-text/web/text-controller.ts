import { Disposables, toDisposable } from '#core/base/common/index.ts';
import type { KeyBindings } from '#core/shortcuts/web/index.ts';
import type { Instance, ThreadLocation, ThreadPlace } from '#plugins/annotate/annotations/common/index.ts';
import type { EditorSession, SceneChange } from '#plugins/annotate/editor/web/kit/index.ts';
import { blockStretch } from '../common/text-blocks.ts';
import type { Reading } from '../common/extract/reading.ts';
import { isEntity, isRelation } from '../common/text-instances.ts';
import type { BlockPaint } from './block-painter.ts';
import { paintBlock } from './block-painter.ts';
import { TextSearch } from './find/text-search.ts';
import { messages } from './messages.ts';
import { RelationArcs } from './relation-arcs.ts';
import type { SuggestionHost } from './suggest/suggestion.ts';
import { TextSuggestions } from './suggest/text-suggestions.ts';
import { TextCommands } from './text-commands.ts';
import { TextContext } from './text-context.ts';
import type { KeyedTextEditor, TextKey } from './text-key.ts';
import { TextOverlay } from './text-overlay.ts';
import type { PointedEditor } from './text-pointer.ts';
import { stretchAround, TextPointer } from './text-pointer.ts';
import { pageNumbers, pageOf, placeBelow, reviewMark } from './text-places.ts';
import type { TextSettings } from './text-settings.ts';
import { TextView } from './text-view.ts';

/** The tool without which there is always one. */
export const RESTING = 'select';

/** Part of the editor that an open text needs. */
export interface TextControllerHost {
  readonly keys: KeyBindings<TextKey>;
  readonly settings: TextSettings;
  /** Absent for files that are texts themselves. */
  readonly reading?: Reading;
  readonly dictionary: SuggestionHost['dictionary'];
  readonly showSuggestions: () => void;
  toolChanged(): void;
  viewChanged(): void;
}

/** One text with its spans on the screen: what is drawn, chosen, found and done. */
export class TextController implements KeyedTextEditor, PointedEditor {
  readonly context: TextContext;
  readonly commands: TextCommands;
  readonly search: TextSearch;
  readonly suggestions: TextSuggestions;
  readonly view: TextView;
  readonly #host: TextControllerHost;
  readonly #pointer: TextPointer;
  readonly #overlay: TextOverlay;
  readonly #arcs: RelationArcs;
  readonly #owned = new Disposables();
  #activeTool = RESTING;
  #activeClassId: number | undefined;
  #drawn: number | undefined;
  #focusTags: (() => void) | undefined;
  readonly #layoutListeners = new Set<() => void>();

  constructor(session: EditorSession, element: HTMLElement, text: string, host: TextControllerHost) {
    this.#host = host;
    const context = new TextContext(session, text, host.settings);
    this.#activeClassId = session.activeClassId;
    this.context = context;
    const owned = this.#owned;
    const colorOf = ({ instance }: { readonly instance: Instance }): string => context.colorOf(instance);
    const nameOf = ({ instance }: { readonly instance: Instance }): string =>
      reviewMark(instance) + (session.classes.find(each => each.id === instance.classId)?.name ?? '');
    const paint: BlockPaint = {
      text,
      index: context.index,
      scene: session.scene,
      colorOf,
      nameOf,
      stretchOf: block => blockStretch(text, context.blocks, block),
      pageAt: host.reading?.of === 'pdf' ? pageNumbers(text) : () => undefined,
      get labels() {
        return host.settings.now.labels;
      },
    };
    this.search = owned.add(new TextSearch(text, ({ start }) => this.view.reveal(start)));
    this.suggestions = owned.add(
      new TextSuggestions(context, { dictionary: host.dictionary, reveal: place => this.view.reveal(place) }),
    );
    this.view = this.#open(element, text, paint);
    this.commands = new TextCommands(context, {
      reveal: place => this.view.reveal(place),
      lineBeside: (place, down, x) => this.view.lineBeside(place, down, x),
    });
    this.#overlay = new TextOverlay(context, this.search, this.suggestions, this.view);
    this.#arcs = new RelationArcs(context, this.view);
    this.#pointer = owned.add(new TextPointer(this));
    for (const stop of [
      session.scene.onChange(change => this.#sceneChanged(change)),
      session.subscribe(() => this.#sessionChanged()),
      context.onHand(() => this.#redraw()),
      this.search.onChange(() => this.#redraw()),
      this.suggestions.onChange(() => this.#redraw()),
      host.settings.onChange(() => this.#settingsChanged()),
    ])
      owned.add(toDisposable(stop));
    this.#settingsChanged();
  }

  /** Reading of the text from its file, where that is no text itself. */
  get reading(): Reading | undefined {
    return this.#host.reading;
  }

  get activeTool(): string {
    return this.#activeTool;
  }

  setTool(id: string): void {
    const { session } = this.context;
    if (id === 'relation' && session.readOnly) {
      session.notify(messages.shared.thisItemIsReadOnly);
      return;
    }
    this.#activeTool = id;
    this.context.set({
      relationFrom: id === 'relation' ? this.context.selectedEntity?.id : undefined,
      chosen: undefined,
    });
    this.view.surface.dataset['tool'] = id;
    this.#host.toolChanged();
  }

  /** Looks for the terms of the project's dictionary, and shows the list of what is found. */
  applyDictionary(): void {
    this.#host.showSuggestions();
    void this.suggestions.apply();
  }

  chooseTags(): void {
    this.#focusTags?.();
  }

  /** Says how the keyboard gets into the choice of tags. */
  whenTags(focus: (() => void) | undefined): void {
    this.#focusTags = focus;
  }

  /** Esc: what is under way, then the tool, then what is chosen, the search last. */
  stepBack(): boolean {
    const { scene } = this.context.session;
    if (this.#pointer.cancel()) return true;
    if (this.#activeTool !== RESTING) this.setTool(RESTING);
    else if (this.context.hand.chosen !== undefined) this.context.set({ chosen: undefined });
    else if (scene.selection.size > 0) scene.select([]);
    else if (this.suggestions.current !== undefined) this.suggestions.leave();
    else if (this.search.state.opened) this.search.open(false);
    else return false;
    return true;
  }

  focusInstance(id: string): void {
    const { session, index } = this.context;
    const instance = session.scene.get(id);
    if (instance === undefined) return;
    session.scene.select([id]);
    const entity = isRelation(instance) ? session.scene.get(instance.from) : instance;
    if (isEntity(entity)) this.view.reveal(index.stretchOf(entity).start);
  }

  /** Returns the text of a span, or the ends of a relation. */
  titleOf(instance: Instance): string | undefined {
    const { scene } = this.context.session;
    if (isEntity(instance)) return this.context.quote(instance);
    if (!isRelation(instance)) return undefined;
    const [from, to] = [scene.get(instance.from), scene.get(instance.to)];
    return `${isEntity(from) ? this.context.quote(from, 24) : '…'} → ${isEntity(to) ? this.context.quote(to, 24) : '…'}`;
  }

  /** The selected span, the chosen text, the word under the pointer, or what is at the top of the screen. */
  commentAt(): ThreadPlace {
    const { context } = this;
    const { text, hand, selectedEntity } = context;
    const { last } = this.#pointer;
    const hovered = context.session.scene.get(context.session.scene.hover ?? '');
    const entity = isEntity(hovered) ? hovered : selectedEntity;
    if (entity !== undefined) return { start: entity.start, end: entity.end, instanceId: entity.id };
    if (hand.chosen !== undefined) return context.rangeOf(hand.chosen);
    const place = last === undefined ? undefined : this.view.characterAt(last.x, last.y);
    return context.rangeOf(
      stretchAround(text, place ?? this.view.stretchOf(Math.min(...this.view.shown.keys())).start),
    );
  }

  pinAt(thread: ThreadLocation): { readonly x: number; readonly y: number } | undefined {
    const range = this.#rangeOf(thread);
    const [box] = range === undefined ? [] : this.view.boxesOf(range);
    const { surface } = this.view;
    if (box === undefined) return undefined;
    const padding = surface.offsetTop;
    const { left, top } = this.view.content.getBoundingClientRect();
    const origin = surface.parentElement!.getBoundingClientRect();
    const y = box.top + top - origin.top;
    // Beside the words, so that it hides neither them nor their name.
    return y < padding || y > origin.height ? undefined : { x: box.left + box.width + left - origin.left + 3, y };
  }

  /** Calls back when what lies over the text was drawn again. */
  onLayout(listener: () => void): () => void {
    this.#layoutListeners.add(listener);
    return () => this.#layoutListeners.delete(listener);
  }

  /**
   * Left and top below the one selected span, in CSS pixels of the content of the view, as one text; undefined when it
   * is not laid out, or text is being chosen.
   */
  placeBelowSelection(): string | undefined {
    const { index, selectedEntity, hand } = this.context;
    if (selectedEntity === undefined || selectedEntity.visible === false || hand.chosen !== undefined) return undefined;
    const box = this.view.boxesOf(index.stretchOf(selectedEntity)).at(-1);
    return box === undefined ? undefined : placeBelow(box, this.view.content.clientWidth);
  }

  /** The number of the page of a PDF that the selected span, or the top of the screen, lies on. */
  pageInView(): number {
    const { text, selectedEntity, index } = this.context;
    const top = this.view.placeAtTop();
    return pageOf(text, selectedEntity === undefined ? top : index.stretchOf(selectedEntity).start);
  }

  /** Makes room beside the text. */
  showBeside(shown: boolean): void {
    this.view.surface.toggleAttribute('data-beside', shown);
    this.#redraw();
  }

  showThread(thread: ThreadLocation): void {
    const range = this.#rangeOf(thread);
    if (range !== undefined) this.view.reveal(range.start);
  }

  dispose(): void {
    if (this.#drawn !== undefined) cancelAnimationFrame(this.#drawn);
    this.#owned.dispose();
  }

  #open(element: HTMLElement, text: string, paint: BlockPaint): TextView {
    const view = new TextView(element, text, this.context.blocks, {
      paint: (block, made) => paintBlock(paint, block, made),
      onLayout: () => this.#redraw(),
      onScroll: () => this.#host.viewChanged(),
    });
    return this.#owned.add(view);
  }

  #rangeOf({ instanceId, start, end }: ThreadLocation): { readonly start: number; readonly end: number } | undefined {
    const { points, index, session } = this.context;
    const instance = session.scene.get(instanceId ?? '');
    if (isEntity(instance)) return index.stretchOf(instance);
    return start === undefined || end === undefined
      ? undefined
      : { start: points.toUnit(start), end: points.toUnit(end) };
  }

  #sceneChanged({ added, removed, changed, drafts, selection, hover }: SceneChange): void {
    const { index } = this.context;
    const touched = this.context.reindex([...added, ...removed, ...changed, ...drafts]);
    if (touched.size > 0) this.view.repaint(touched);
    else if (added.size + removed.size + changed.size > 0) this.#redraw();
    const lit = new Set([...selection, ...hover]);
    if (lit.size === 0) return;
    const blocks = [...this.view.shown.keys()].filter(block => index.inBlock(block).some(each => lit.has(each.id)));
    this.view.repaint(blocks);
  }

  #sessionChanged(): void {
    const { session, hand } = this.context;
    if (session.readOnly && this.#activeTool !== RESTING) this.setTool(RESTING);
    // A class that is chosen while text is chosen is for that text, wherever it was chosen.
    const isOther = session.activeClassId !== this.#activeClassId;
    this.#activeClassId = session.activeClassId;
    if (isOther && hand.chosen !== undefined) this.commands.markChosen();
    this.view.repaint();
  }

  #settingsChanged(): void {
    this.view.repaint();
    this.view.resize(this.context.settings.now.letterSize);
  }

  /** Draws what lies over the text once in the next frame. */
  #redraw(): void {
    this.#drawn ??= requestAnimationFrame(() => {
      this.#drawn = undefined;
      // All is measured before anything is put, or the text would be laid out twice.
      const [over, arcs] = [this.#overlay.prepare(), this.#arcs.prepare()];
      over();
      arcs();
      for (const listener of this.#layoutListeners) listener();
      this.#host.viewChanged();
    });
  }
}
