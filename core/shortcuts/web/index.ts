export { KeyBindings, keyedCommands } from './key-bindings.ts';
export type { BoundKey, ReceivedKey } from './key-bindings.ts';
export { KeyMap } from './key-map.ts';
export { isTyping, ShortcutDispatcher } from './shortcut-dispatcher.ts';
