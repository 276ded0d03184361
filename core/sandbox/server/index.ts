export { appFrame } from './app-frame.ts';
export type { AppFrame } from './app-frame.ts';
export { CodeSandbox } from './code/code-sandbox.ts';
export type { CodeOptions, GuestFault, GuestOutcome, HostCall } from './code/code-sandbox.ts';
