import type { AppState } from '../common/app.ts';
import type { AppPlace } from '#sdk/app/app-manifest.ts';
import { messages } from './messages.ts';

/** Names of the places of apps, in a word or two. */
export const placeWords: Readonly<Record<AppPlace, string>> = {
  'team.page': messages.appWords.teamPage,
  'project.page': messages.appWords.projectTab,
  'project.setup': messages.appWords.projectSetup,
  'item.panel': messages.appWords.itemPanel,
  'editor.panel': messages.appWords.editorPanel,
  'item.editor': messages.appWords.itemEditor,
  'items.action': messages.appWords.itemsAction,
  'explore.action': messages.appWords.exploreAction,
  'dashboard.tile': messages.appWords.tile,
};

export const stateWords: Readonly<Record<AppState, { readonly label: string; readonly color: string }>> = {
  draft: { label: messages.appWords.draft, color: 'var(--loupe-muted)' },
  published: { label: messages.shared.published, color: 'var(--loupe-success)' },
  disabled: { label: messages.appWords.off, color: 'var(--loupe-warning)' },
};
