export { AuthFrame } from './auth-frame.ts';
export { challengeOf } from './mfa-challenge.ts';
export { keepAnswer, startJourney, takeAnswer, takeJourney } from './provider-journey.ts';
export type { ProviderAnswer } from './provider-journey.ts';
export { makePasskey, passkeysWork } from './passkey-ceremonies.ts';
export { SessionStore } from './session-store.ts';
export type { SessionStatus } from './session-store.ts';
