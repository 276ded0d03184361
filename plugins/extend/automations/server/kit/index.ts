export { AutomationHooks } from '../automation-hooks.ts';
export type { Action, ActionInput, ActionOutcome, ActionScene } from '../actions/action.ts';
