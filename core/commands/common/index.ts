export type { CommandInfo, MenuItem, PlaceContext } from './command.ts';
