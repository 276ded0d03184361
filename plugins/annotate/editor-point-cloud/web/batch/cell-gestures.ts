import type { CloudEditor } from '../cloud-editor.ts';
import type { Gesture, Pressed } from '../gestures/gesture.ts';
import { boxGesture, shrinkAt } from '../gestures/box-gesture.ts';
import type { StageView } from '../stage-view.ts';
import type { CellViews } from './cell-views.ts';

/** Pointer event on a cell. */
interface CellEvent {
  readonly offset: { readonly x: number; readonly y: number };
  readonly button: number;
  readonly ctrl: boolean;
  readonly shift: boolean;
}

/** Drags of the box in the views of one frame, as in the views of the selected box. */
export class CellGestures {
  readonly #editor: CloudEditor;
  readonly #views: CellViews;
  #gesture: Gesture | undefined;

  constructor(editor: CloudEditor, views: CellViews) {
    this.#editor = editor;
    this.#views = views;
  }

  down(event: CellEvent): void {
    this.cancel();
    this.#goTo();
    const pressed = this.#pressed(event);
    if (pressed === undefined) return;
    this.#activate(pressed.view);
    if (event.button === 0 && !this.#editor.session.readOnly)
      this.#gesture = boxGesture(this.#editor.actions.host, pressed);
  }

  move(event: CellEvent): void {
    const view = this.#gesture?.view;
    if (view !== undefined) this.#gesture?.move(this.#in(view, event));
    else if (this.#views.frame === this.#editor.state.frame) this.#activate(this.#pressed(event)?.view);
  }

  up(event: CellEvent): void {
    const gesture = this.#gesture;
    this.#gesture = undefined;
    if (gesture?.view !== undefined) gesture.up(this.#in(gesture.view, event));
  }

  shrink(event: CellEvent): void {
    this.#goTo();
    const pressed = this.#pressed(event);
    if (pressed !== undefined && !this.#editor.session.readOnly) shrinkAt(this.#editor.actions.host, pressed);
  }

  cancel(): void {
    this.#gesture?.cancel?.();
    this.#gesture = undefined;
  }

  #goTo(): void {
    if (this.#views.frame !== this.#editor.state.frame) this.#editor.showFrame(this.#views.frame);
  }

  #activate(view: StageView | undefined): void {
    const { surface } = this.#editor;
    if (view === undefined || view.kind === surface.active) return;
    surface.active = view.kind;
    surface.requestDraw();
  }

  #pressed(event: CellEvent): Pressed | undefined {
    const { x, y } = event.offset;
    const view = this.#views.shown.find(
      ({ rect }) => x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height,
    );
    return view === undefined ? undefined : this.#in(view, event);
  }

  #in(view: StageView, { offset, button, ctrl, shift }: CellEvent): Pressed {
    return { view, x: offset.x - view.rect.x, y: offset.y - view.rect.y, button, ctrl, shift };
  }
}
