import type { Place } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { OverlayPainter } from './overlay-painter.ts';

/** A pointer event as tools see it. */
export interface StagePointer {
  /** Item pixels. */
  readonly place: Place;
  /** CSS pixels from the top left corner of the stage. */
  readonly screen: Place;
  /** 0 the main button, 2 the right one; the middle button never reaches a tool. */
  readonly button: number;
  readonly shift: boolean;
  /** Ctrl, or Cmd on a Mac. */
  readonly ctrl: boolean;
  readonly alt: boolean;
  /** The places between the last event and this one, for free-hand lines; this one is the last. */
  readonly trail: readonly Place[];
}

/** A key press as tools see it; `key` in lower case, letters and digits by their place on the keyboard (`keyOf`). */
export interface StageKey {
  readonly key: string;
  readonly shift: boolean;
  readonly ctrl: boolean;
  readonly alt: boolean;
}

/** Next state of a tool: another state to go to, `stay` when it handled the event, undefined when it did not care. */
export type Outcome = ToolState | 'stay' | undefined;

/**
 * One state of a tool, such as idle, pointing or dragging. A gesture is a life: `enter`, events, then `complete` or
 * `cancel`, and always `exit`, which ends what the state started (drafts, timers).
 */
export interface ToolState {
  readonly name: string;
  /** CSS cursor. */
  readonly cursor?: string | (() => string);
  enter?(): void;
  exit?(): void;
  down?(pointer: StagePointer): Outcome;
  move?(pointer: StagePointer): Outcome;
  up?(pointer: StagePointer): Outcome;
  doubleClick?(pointer: StagePointer): Outcome;
  /** The pointer left the stage. */
  leave?(): Outcome;
  key?(key: StageKey): Outcome;
  /** Esc, or the gesture was interrupted: back to how it was before. */
  cancel?(): Outcome;
  /** Draws what only this state shows over the shapes; returns whether it drew anything. */
  paint?(painter: OverlayPainter): boolean;
  /** Another tool is chosen, or the item is left: finish what is worth keeping. */
  complete?(): Outcome;
}

/** Runs the states of one tool. */
export class ToolMachine {
  readonly #idle: () => ToolState;
  readonly #onState: () => void;
  #state: ToolState | undefined;

  /** `idle` makes the state a tool begins in and returns to; `onState` is called after each transition. */
  constructor(idle: () => ToolState, onState: () => void = () => {}) {
    this.#idle = idle;
    this.#onState = onState;
  }

  /** Undefined while the tool is not in use. */
  get state(): ToolState | undefined {
    return this.#state;
  }

  get cursor(): string {
    const cursor = this.#state?.cursor;
    return (typeof cursor === 'function' ? cursor() : cursor) ?? 'default';
  }

  start(): void {
    this.#go(this.#idle());
  }

  /** Completes what is under way and ends the tool. */
  stop(): void {
    const outcome = this.#state?.complete?.();
    if (outcome !== undefined && outcome !== 'stay') this.#go(outcome);
    this.#state?.exit?.();
    this.#state = undefined;
  }

  /** Sends an event to the state; true when it was handled. */
  send(event: 'down' | 'move' | 'up' | 'doubleClick', pointer: StagePointer): boolean {
    return this.#take(this.#state?.[event]?.(pointer));
  }

  key(key: StageKey): boolean {
    return this.#take(this.#state?.key?.(key));
  }

  leave(): void {
    this.#take(this.#state?.leave?.());
  }

  cancel(): boolean {
    return this.#take(this.#state?.cancel?.());
  }

  #take(outcome: Outcome): boolean {
    if (outcome === undefined) return false;
    if (outcome !== 'stay') this.#go(outcome);
    return true;
  }

  #go(next: ToolState): void {
    this.#state?.exit?.();
    this.#state = next;
    next.enter?.();
    this.#onState();
  }
}
