import { createElement } from 'react';
import type { ComponentType } from 'react';
import { Disposables, toDisposable } from '#core/base/common/index.ts';
import { KeyBindings } from '#core/shortcuts/web/index.ts';
import type { KeyMap } from '#core/shortcuts/web/index.ts';
import type { Instance, ThreadLocation, ThreadPlace } from '#plugins/annotate/annotations/common/index.ts';
import type {
  Editor,
  EditorCommand,
  EditorItem,
  EditorSession,
  EditorShortcut,
  EditorTool,
} from '#plugins/annotate/editor/web/kit/index.ts';
import { holdsFocus, keyCommands } from '#plugins/annotate/editor/web/kit/index.ts';
import { Stage } from '#plugins/annotate/stage/web/kit/index.ts';
import type { ContentKind } from '#plugins/workspace/items/common/index.ts';
import { contentKindOf } from '#plugins/workspace/items/common/index.ts';
import type { ContentFacts } from '../common/content-facts.ts';
import type { ClassificationKey, KeyedClassification } from './classification-keys.ts';
import { classificationKeys, classificationShortcuts, keyScope } from './classification-keys.ts';
import type { ClassificationSettings } from './classification-settings.ts';
import { Preview } from './preview/preview.tsx';
import type { PreviewControls, PreviewedEditor } from './preview/preview-controls.ts';
import { Tagging } from './tagging.ts';
import classes from './classification.module.css';
import { messages } from './messages.ts';

const RESTING = 'classify';

const tools: readonly EditorTool[] = [
  { id: RESTING, title: messages.shared.classify, icon: 'tag' },
  {
    id: 'openGrid',
    title: messages.classificationEditor.manyAtOnce,
    icon: 'grid',
    command: 'editor-classification.openGrid',
  },
  {
    id: 'openQuestion',
    title: messages.shared.oneQuestion,
    icon: 'help',
    command: 'editor-classification.openQuestion',
  },
];

/** Services of the page around the editor. */
export interface ClassificationHost {
  readonly keys: KeyMap;
  readonly settings: ClassificationSettings;
  /** Type of the item's file; null where it is not known. */
  readonly mime: string | null;
  /** Runs a command of the page, such as the step to the next item. */
  run(command: string): void;
  /** True while the item is reviewed: completing it takes a decision of its own. */
  isInReview(): boolean;
  learned(facts: ContentFacts): void;
}

/** Ways of the keyboard into the panel at the right. */
export interface PanelFocus {
  find(): void;
  ask(): void;
}

/** The classification editor on one item: a preview of whatever it is, and what it is said to be. */
export class ClassificationEditor implements Editor, KeyedClassification, PreviewedEditor {
  readonly tools = tools;
  readonly activeTool = RESTING;
  readonly Options: ComponentType = () => createElement(Preview, { editor: this });
  readonly kind: ContentKind;
  readonly tagging: Tagging;
  /** Pictures are drawn on it; absent for all else. */
  readonly stage?: Stage;
  readonly #host: ClassificationHost;
  readonly #surface: HTMLElement;
  readonly #keys: KeyBindings<ClassificationKey>;
  readonly #owned = new Disposables();
  readonly #viewListeners = new Set<() => void>();
  #controls: PreviewControls = {};
  #page: number | undefined;
  #panel: PanelFocus | undefined;

  constructor(
    readonly session: EditorSession,
    element: HTMLElement,
    host: ClassificationHost,
  ) {
    this.#host = host;
    this.kind = contentKindOf(host.mime, session.item.name);
    this.#keys = this.#owned.add(new KeyBindings(host.keys, keyScope, classificationKeys));
    this.tagging = new Tagging(session, { ask: () => this.ask(), answered: () => this.#answered() });
    this.#surface = this.#open(element);
    if (this.kind === 'image' && this.session.item.url !== '') this.stage = this.#picture(element);
    (this.stage?.surface ?? this.#surface).focus({ preventScroll: true });
  }

  get item(): EditorItem {
    return this.session.item;
  }

  get settings(): ClassificationSettings {
    return this.#host.settings;
  }

  get controls(): PreviewControls {
    return this.#controls;
  }

  get shortcuts(): readonly EditorShortcut[] {
    return classificationShortcuts(key => this.#keys.chords(key));
  }

  /** The others lead to screens of their own. */
  setTool(id: string): void {
    if (id !== RESTING) this.#host.run(`editor-classification.${id}`);
  }

  onToolChange(): () => void {
    return () => undefined;
  }

  readonly onView = (listener: () => void): (() => void) => {
    this.#viewListeners.add(listener);
    return () => this.#viewListeners.delete(listener);
  };

  key(event: KeyboardEvent): boolean {
    if (event.key === 'Escape') return this.#stepBack();
    if (event.key === 'Tab' && !holdsFocus(this.#surface.parentElement ?? this.#surface)) return false;
    const found = this.#keys.find(event, key => key.when?.(this) ?? true);
    if (found === undefined) return false;
    if (found.changes === true && this.session.readOnly) this.session.notify(messages.shared.thisItemIsReadOnly);
    else found.run(this);
    return true;
  }

  namedCommands(): readonly EditorCommand[] {
    return keyCommands(
      this.#keys,
      this.session.readOnly,
      key => key.when?.(this) ?? true,
      key => key.run(this),
    );
  }

  focusInstance(id: string): void {
    this.session.scene.select([id]);
  }

  titleOf({ attributes }: Instance): string | undefined {
    const said = attributes
      .map(each => each.name)
      .filter(each => each !== undefined && each !== '')
      .join(', ');
    return said === '' ? undefined : said;
  }

  commentAt(): ThreadPlace | undefined {
    if (this.stage !== undefined) return this.stage.input.last?.place ?? this.stage.camera.view.centre;
    return this.#page === undefined ? undefined : { page: this.#page };
  }

  pinAt(thread: ThreadLocation): { readonly x: number; readonly y: number } | undefined {
    const { x, y } = thread;
    return this.stage === undefined || x === undefined || y === undefined
      ? undefined
      : this.stage.camera.toScreen({ x, y });
  }

  showThread({ page, x, y }: ThreadLocation): void {
    if (page !== undefined && this.#page !== undefined) this.#controls.page?.(page - this.#page);
    if (this.stage !== undefined && x !== undefined && y !== undefined)
      this.stage.camera.restore({ centre: { x, y }, zoom: this.stage.camera.zoom });
  }

  control(controls: PreviewControls): () => void {
    this.#controls = controls;
    return () => {
      if (this.#controls === controls) this.#controls = {};
    };
  }

  learned(facts: ContentFacts): void {
    this.#host.learned(facts);
  }

  shows(page: number | undefined): void {
    this.#page = page;
  }

  /** Says how the keyboard gets into the panel; undefined when it goes. */
  seatPanel(panel: PanelFocus | undefined): void {
    this.#panel = panel;
  }

  find(): void {
    this.#panel?.find();
  }

  ask(): void {
    this.#panel?.ask();
  }

  toggleAdvance(): void {
    const { settings } = this;
    settings.set({ advance: !settings.now.advance });
    this.session.notify(
      settings.now.advance
        ? messages.classificationEditor.goesOnByItself
        : messages.classificationEditor.staysOnAnItemUntil,
    );
  }

  /** Leaves the item for the next one. One that is answered is submitted where the person likes it so. */
  complete(): void {
    const { readOnly, scene } = this.session;
    const submits = this.settings.now.submit && !readOnly && scene.instances.length > 0 && !this.#host.isInReview();
    // The step saves on its way, and asks for what is missing.
    if (submits) this.#host.run('editor.primaryTransition');
    else this.go(1);
  }

  go(step: 1 | -1): void {
    this.#host.run('editor.save');
    this.#host.run(step === 1 ? 'editor.next' : 'editor.previous');
  }

  /** Gives the keyboard back to the item. */
  focus(): void {
    (this.stage?.surface ?? this.#surface).focus({ preventScroll: true });
  }

  dispose(): void {
    this.#owned.dispose();
    this.#surface.remove();
  }

  #answered(): void {
    if (this.settings.now.advance) this.complete();
  }

  #stepBack(): boolean {
    const { scene } = this.session;
    if (scene.selection.size === 0) return false;
    scene.select([]);
    return true;
  }

  #open(element: HTMLElement): HTMLElement {
    const surface = document.createElement('div');
    surface.className = classes['surface']!;
    surface.tabIndex = -1;
    surface.setAttribute('role', 'application');
    surface.setAttribute('aria-label', messages.classificationEditor.item);
    element.append(surface);
    return surface;
  }

  #picture(element: HTMLElement): Stage {
    this.#surface.remove();
    const { item } = this.session;
    const stage = new Stage(element, {
      order: { ids: () => [], count: () => 0, placeOf: () => -1 },
      paint: () => false,
      onImage: ({ width, height }) => this.learned({ width, height }),
    });
    this.#owned.add(stage);
    this.#owned.add(
      toDisposable(
        stage.camera.onChange(() => {
          for (const listener of this.#viewListeners) listener();
        }),
      ),
    );
    // Nothing is drawn here: the main button moves the picture.
    stage.surface.addEventListener('pointerdown', () => stage.input.holdPan(true), { capture: true });
    const { camera } = stage;
    this.#controls = {
      zoom: to => {
        if (to === 'fit') camera.fit();
        else camera.zoomTo(to === 'whole' ? 1 : camera.zoom * (to === 'in' ? 1.25 : 0.8));
      },
    };
    void stage.openImage(
      item.url,
      item.width === undefined || item.height === undefined ? undefined : { width: item.width, height: item.height },
    );
    return stage;
  }
}

/** The open editor, when it is this one. */
export const asClassification = (editor: Editor | undefined): ClassificationEditor | undefined =>
  editor !== undefined && 'tagging' in editor ? (editor as ClassificationEditor) : undefined;
