export { joinParts } from './join-parts.ts';
export { beginHistory, editHistory, redoHistory, undoHistory } from './draft-history.ts';
export type { DraftHistory } from './draft-history.ts';
export { Disposables, toDisposable } from './disposables.ts';
export type { Disposable } from './disposables.ts';
export { conflict, Fault, forbidden, invalidField, invalidFields, isFault, notFound, unauthorized } from './fault.ts';
export type { FaultOptions } from './fault.ts';
export {
  findHook,
  hooksNow,
  ChangeHook,
  ChoiceHook,
  KeyedHooks,
  NoticeHook,
  onHookError,
  QuestionHook,
  RevisionHook,
  StageHook,
} from './hooks.ts';
export type { AnyHook, HookGate, TapOptions } from './hooks.ts';
export { lazily } from './lazily.ts';
export { prefetchOne } from './prefetch-one.ts';
export { BatchedTtlCache } from './batched-ttl-cache.ts';
export { TtlCache } from './ttl-cache.ts';
export { hasLongList, serializing } from './serializing.ts';
export { allAtOnce, inTurns, sorting, stepping } from './steps.ts';
export type { Steps } from './steps.ts';
export { throttle } from './throttle.ts';
export { token } from './token.ts';
export type { Token } from './token.ts';
export { randomUuid } from './random-uuid.ts';
export { originIn, originOf } from './web-origin.ts';
export { BIDI_CONTROLS_MESSAGE, plainDirection, WITHOUT_BIDI_CONTROLS } from './bidi-controls.ts';
export { csvCell, guarded, unguarded } from './csv-cell.ts';
