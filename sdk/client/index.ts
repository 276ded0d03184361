export { LoupeClient, LoupeError } from './loupe-client.ts';
export type { LoupeCall, LoupeClientOptions } from './loupe-client.ts';
