export { BrowserStore, browserStore, tabStore } from './browser-store.ts';
