export { AuthFrame } from './auth-frame.ts';
export { SessionStore } from './session-store.ts';
export type { SessionStatus } from './session-store.ts';
