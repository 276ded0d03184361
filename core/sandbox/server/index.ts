export { appFrame } from './app-frame.ts';
export type { AppFrame } from './app-frame.ts';
export { buildCode, GUEST_FILE } from './code/build-code.ts';
export type { BuiltCode } from './code/build-code.ts';
export { placeOf } from './code/guest-place.ts';
export { CodeSandbox } from './code/code-sandbox.ts';
export type { CodeOptions, GuestFault, GuestOutcome, HostCall } from './code/code-sandbox.ts';
