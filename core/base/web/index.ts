export { idle } from './idle.ts';
export { richMessage } from './rich-message.ts';
export { BrowserStore, browserStore, tabStore } from './browser-store.ts';
export { keepColumns, readColumnIds, readColumns } from './table-columns.ts';
