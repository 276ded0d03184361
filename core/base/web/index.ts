export { idle } from './idle.ts';
export { BrowserStore, browserStore, tabStore } from './browser-store.ts';
