import { Disposables } from '#core/base/common/index.ts';
import { listenTo } from '#plugins/annotate/editor/web/kit/index.ts';
import type { Vector } from '../common/geometry/box.ts';
import type { CloudHost, Gesture, Pressed } from './gestures/gesture.ts';
import { boxGesture, shrinkAt } from './gestures/box-gesture.ts';
import { isLabelTool, labelGesture } from './gestures/label-gesture.ts';
import { cropGesture } from './gestures/crop-gesture.ts';
import { groundBoxGesture } from './gestures/ground-box-gesture.ts';
import { PathDrawing } from './gestures/path-drawing.ts';
import { pickObject } from './scene/pick.ts';
import { onHeight } from './views/cloud-camera.ts';
import { orbited, panned, zoomed } from './views/orbit.ts';

/** CSS pixels within which a press and its release are a click. */
const CLICK = 4;

/** Pointer gestures on the surface: look around, select, draw, and change the selected box. */
export class CloudPointer {
  /** Last place of the pointer, CSS pixels of the surface. */
  last: { readonly x: number; readonly y: number } | undefined;
  readonly drawing: PathDrawing;
  readonly #host: CloudHost;
  readonly #owned = new Disposables();
  #gesture: Gesture | undefined;

  constructor(host: CloudHost) {
    this.#host = host;
    this.drawing = new PathDrawing(host);
    const { surface } = host.stage;
    host.stage.paint = (painter, view) => {
      this.#gesture?.paint?.(painter, view);
      const trajectory = view.kind === 'main' ? host.trajectory() : [];
      if (trajectory.length > 1) painter.path(view.frame, trajectory, '#ffd43b');
      if (view.kind === 'main') this.drawing.paint(painter, view);
    };
    const listen = <K extends keyof HTMLElementEventMap>(
      type: K,
      listener: (event: HTMLElementEventMap[K]) => void,
    ): void => {
      this.#owned.add(listenTo(surface, type, listener as (event: Event) => void));
    };
    listen('pointerdown', event => this.#down(event));
    listen('pointermove', event => this.#move(event));
    listen('pointerup', event => this.#up(event));
    listen('pointercancel', () => this.cancel());
    listen('dblclick', event => this.#doubleClick(event));
    listen('contextmenu', event => event.preventDefault());
    const wheel = (event: WheelEvent): void => this.#wheel(event);
    surface.addEventListener('wheel', wheel, { passive: false });
    this.#owned.add({ dispose: () => surface.removeEventListener('wheel', wheel) });
  }

  /** Ends what is under way without an effect. False when nothing was. */
  cancel(): boolean {
    const running = this.#gesture !== undefined || this.drawing.isDrawing;
    this.#gesture?.cancel?.();
    this.#gesture = undefined;
    this.drawing.cancel();
    this.#host.stage.requestDraw();
    return running;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #pressed(event: MouseEvent): Pressed {
    const { left, top } = this.#host.stage.surface.getBoundingClientRect();
    const at = { x: event.clientX - left, y: event.clientY - top };
    return {
      ...this.#host.stage.viewAt(at.x, at.y),
      button: event.button,
      ctrl: event.ctrlKey || event.metaKey,
      shift: event.shiftKey,
    };
  }

  #down(event: PointerEvent): void {
    const pressed = this.#pressed(event);
    const { stage } = this.#host;
    stage.surface.focus({ preventScroll: true });
    this.#host.closeMenu();
    this.#gesture?.cancel?.();
    this.#gesture = this.#begin(pressed);
    if (this.#gesture === undefined) return;
    // The pointer may have been released already, where a test or a pen is quick.
    if (event.isTrusted) stage.surface.setPointerCapture(event.pointerId);
  }

  #begin(pressed: Pressed): Gesture | undefined {
    const { stage, tool, readOnly } = this.#host;
    if (pressed.view.kind !== 'main')
      return readOnly || pressed.button !== 0 ? undefined : boxGesture(this.#host, pressed);
    const draws = pressed.button === 0 && !readOnly;
    if (tool === 'crop' && pressed.button === 0) return cropGesture(this.#host, pressed);
    if (draws && isLabelTool(tool)) return labelGesture(this.#host, pressed);
    if (draws && (pressed.ctrl || pressed.shift)) return groundBoxGesture(this.#host, pressed, pressed.ctrl);
    if (draws && (tool === 'cuboid' || tool === 'fit'))
      return groundBoxGesture(
        this.#host,
        pressed,
        tool === 'fit',
        tool === 'cuboid' ? at => this.drawing.click(at) : undefined,
      );
    const { above } = stage.state;
    const turns = pressed.button === 0 ? !above : pressed.button === 2 && above;
    return this.#looking(pressed, turns);
  }

  /** Turning or moving the view; a press without a move is a click. */
  #looking(pressed: Pressed, turns: boolean): Gesture {
    const { stage } = this.#host;
    let [x, y] = [pressed.x, pressed.y];
    let far = false;
    return {
      move: at => {
        far ||= Math.hypot(at.x - pressed.x, at.y - pressed.y) > CLICK;
        if (!far) return;
        stage.setOrbit(
          turns ? orbited(stage.orbit, at.x - x, at.y - y) : panned(stage.orbit, stage.main.frame, at.x - x, at.y - y),
        );
        [x, y] = [at.x, at.y];
      },
      up: () => {
        if (!far) this.#click(pressed);
      },
    };
  }

  #click(pressed: Pressed): void {
    const { tool, session, shown, readOnly } = this.#host;
    if (pressed.button === 0 && this.drawing.isFor(tool) && (!readOnly || tool === 'measure')) {
      this.drawing.click(pressed);
      return;
    }
    const found = pickObject(pressed.view.frame, shown.all(), pressed.x, pressed.y);
    session.scene.select(found === undefined ? [] : [found.id]);
    if (pressed.button === 2 && found !== undefined && !readOnly)
      this.#host.openMenu(pressed.x + pressed.view.rect.x, pressed.y + pressed.view.rect.y);
  }

  #move(event: PointerEvent): void {
    const { stage, session, shown } = this.#host;
    const { left, top } = stage.surface.getBoundingClientRect();
    this.last = { x: event.clientX - left, y: event.clientY - top };
    const pressed = this.#pressed(event);
    if (this.#gesture !== undefined) {
      const { rect } = this.#gesture.view ?? pressed.view;
      this.#gesture.move({ ...pressed, x: this.last.x - rect.x, y: this.last.y - rect.y });
      return;
    }
    if (stage.active !== pressed.view.kind) {
      stage.active = pressed.view.kind;
      stage.requestDraw();
    }
    if (pressed.view.kind !== 'main') return;
    if (this.drawing.isDrawing) this.drawing.move(pressed);
    else {
      const found = pickObject(pressed.view.frame, shown.all(), pressed.x, pressed.y);
      if (session.scene.hover !== found?.id) session.scene.setHover(found?.id);
    }
  }

  #up(event: PointerEvent): void {
    const gesture = this.#gesture;
    this.#gesture = undefined;
    gesture?.up(this.#pressed(event));
    this.#host.stage.requestDraw();
  }

  #doubleClick(event: MouseEvent): void {
    const pressed = this.#pressed(event);
    if (pressed.view.kind !== 'main') {
      if (!this.#host.readOnly) shrinkAt(this.#host, pressed);
    } else if (this.drawing.isDrawing) this.drawing.finish(true);
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const { stage, data } = this.#host;
    const { view, x, y } = this.#pressed(event);
    const factor = Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015));
    if (view.kind === 'main') {
      const towards: Vector | undefined = onHeight(view.frame, x, y, stage.orbit.target.z);
      stage.setOrbit(zoomed(stage.orbit, factor, data.cloud === undefined ? undefined : towards));
    } else stage.boxZoom = Math.min(6, Math.max(0.25, stage.boxZoom * factor));
    stage.requestDraw();
  }
}
