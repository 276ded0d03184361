export { AutomationHooks } from '../automation-hooks.ts';
export type { Action, ActionInput, ActionOutcome, ActionScene } from '../actions/action.ts';
export { tapEvents } from '../event-taps.ts';
export type { EventRecorder } from '../runs/event-outbox.ts';
export type { HappenedEvent } from '../runs/happened-event.ts';
