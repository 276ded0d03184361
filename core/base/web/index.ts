export { BrowserStore, browserStore } from './browser-store.ts';
