import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Camera } from './camera.ts';
import type { StagePointer } from './tool-state.ts';
import { WheelDetector, zoomFactor } from './wheel-kind.ts';

/** Receiver of pointer events that are not navigation. */
export interface PointerTarget {
  down(pointer: StagePointer): void;
  move(pointer: StagePointer): void;
  up(pointer: StagePointer): void;
  doubleClick(pointer: StagePointer): void;
  leave(): void;
  /** The system took the pointer away in the middle of a gesture. */
  interrupted(): void;
  /** Panning began or ended; the cursor changes. */
  panning(active: boolean): void;
}

/**
 * Listens to pointer and wheel on a surface. Moves the camera itself (wheel and pinch zoom at the cursor, two fingers,
 * the middle button and a held Space pan, Shift with the wheel goes sideways) and passes everything else on.
 */
export class PointerInput {
  readonly #surface: HTMLElement;
  readonly #camera: Camera;
  readonly #target: PointerTarget;
  readonly #wheel = new WheelDetector();
  readonly #ending = new AbortController();
  #panFrom: Place | undefined;
  #held = false;
  #pressed: number | undefined;
  #last: StagePointer | undefined;

  constructor(surface: HTMLElement, camera: Camera, target: PointerTarget) {
    this.#surface = surface;
    this.#camera = camera;
    this.#target = target;
    const { signal } = this.#ending;
    surface.addEventListener('pointerdown', event => this.#down(event), { signal });
    surface.addEventListener('pointermove', event => this.#move(event), { signal });
    surface.addEventListener('pointerup', event => this.#up(event), { signal });
    surface.addEventListener('pointercancel', event => this.#interrupt(event), { signal });
    surface.addEventListener('pointerleave', () => this.#leave(), { signal });
    surface.addEventListener('dblclick', event => this.#doubleClick(event), { signal });
    surface.addEventListener('wheel', event => this.#turn(event), { signal, passive: false });
    surface.addEventListener('contextmenu', event => event.preventDefault(), { signal });
    window.addEventListener('keyup', event => event.code === 'Space' && this.holdPan(false), { signal });
    window.addEventListener('blur', () => this.holdPan(false), { signal });
  }

  /** Position of the pointer, or undefined when it is not over the surface. */
  get last(): StagePointer | undefined {
    return this.#last;
  }

  get panning(): boolean {
    return this.#panFrom !== undefined;
  }

  /** A gesture that is no navigation is under way. */
  get pressed(): boolean {
    return this.#pressed !== undefined;
  }

  /** Space is held: the main button pans and objects are ignored. */
  get panHeld(): boolean {
    return this.#held;
  }

  holdPan(held: boolean): void {
    if (this.#held === held) return;
    this.#held = held;
    this.#target.panning(held || this.panning);
  }

  dispose(): void {
    this.#ending.abort();
  }

  #down(event: PointerEvent): void {
    // Buttons on the surface take their own clicks; capturing the pointer would take them away.
    if (event.target !== this.#surface || this.#pressed !== undefined || this.#panFrom !== undefined) return;
    this.#surface.focus({ preventScroll: true });
    this.#surface.setPointerCapture(event.pointerId);
    if (event.button === 1 || this.#held) {
      event.preventDefault();
      this.#panFrom = this.#screenOf(event);
      this.#target.panning(true);
      return;
    }
    this.#pressed = event.pointerId;
    this.#last = this.#read(event);
    this.#target.down(this.#last);
  }

  #move(event: PointerEvent): void {
    const screen = this.#screenOf(event);
    if (this.#panFrom !== undefined) {
      this.#camera.pan({ x: screen.x - this.#panFrom.x, y: screen.y - this.#panFrom.y });
      this.#panFrom = screen;
      this.#last = this.#read(event);
      return;
    }
    this.#last = this.#read(event);
    this.#target.move(this.#last);
  }

  #up(event: PointerEvent): void {
    if (this.#panFrom !== undefined) {
      this.#panFrom = undefined;
      this.#target.panning(this.#held);
      return;
    }
    if (this.#pressed !== event.pointerId) return;
    this.#pressed = undefined;
    this.#last = this.#read(event);
    this.#target.up(this.#last);
  }

  #interrupt(event: PointerEvent): void {
    this.#panFrom = undefined;
    if (this.#pressed !== event.pointerId) return;
    this.#pressed = undefined;
    this.#target.interrupted();
  }

  #leave(): void {
    if (this.#pressed !== undefined || this.#panFrom !== undefined) return;
    this.#last = undefined;
    this.#target.leave();
  }

  #doubleClick(event: MouseEvent): void {
    if (event.button === 0 && !this.#held) this.#target.doubleClick(this.#read(event));
  }

  #turn(event: WheelEvent): void {
    event.preventDefault();
    const anchor = this.#screenOf(event);
    const kind = this.#wheel.kindOf(event);
    if (event.shiftKey && kind === 'wheel') this.#camera.pan({ x: -(event.deltaY || event.deltaX), y: 0 });
    else if (kind === 'swipe') this.#camera.pan({ x: -event.deltaX, y: -event.deltaY });
    else this.#camera.zoomTo(this.#camera.zoom * zoomFactor(event, kind), anchor);
    this.#last = this.#read(event);
    if (this.#panFrom === undefined) this.#target.move(this.#last);
  }

  #read(event: MouseEvent): StagePointer {
    const screen = this.#screenOf(event);
    const coalesced = event instanceof PointerEvent && event.type === 'pointermove' ? event.getCoalescedEvents() : [];
    const place = this.#camera.toItem(screen);
    return {
      place,
      screen,
      button: event.button,
      shift: event.shiftKey,
      ctrl: event.ctrlKey || event.metaKey,
      alt: event.altKey,
      trail: coalesced.length > 1 ? coalesced.map(one => this.#camera.toItem(this.#screenOf(one))) : [place],
    };
  }

  #screenOf(event: MouseEvent): Place {
    if (event.target === this.#surface) return { x: event.offsetX, y: event.offsetY };
    const { left, top } = this.#surface.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }
}
