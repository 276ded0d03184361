export { CommandRegistry } from './command-registry.ts';
export type { CommandHandler } from './command-registry.ts';
