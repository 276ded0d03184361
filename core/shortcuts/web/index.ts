export { isTyping, ShortcutDispatcher } from './shortcut-dispatcher.ts';
