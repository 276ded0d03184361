export { appFrame } from './app-frame.ts';
export type { AppFrame } from './app-frame.ts';
