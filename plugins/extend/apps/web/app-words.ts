import type { AppState } from '../common/app.ts';
import type { AppPlace } from '#sdk/app/app-manifest.ts';

/** Where an app can stand, in a word or two. */
export const placeWords: Readonly<Record<AppPlace, string>> = {
  'team.page': 'Team page',
  'project.page': 'Project tab',
  'project.setup': 'Project setup',
  'item.panel': 'Item panel',
  'editor.panel': 'Editor panel',
  'item.editor': 'Item editor',
  'items.action': 'Items action',
  'explore.action': 'Explore action',
  'dashboard.tile': 'Tile',
};

export const stateWords: Readonly<Record<AppState, { readonly label: string; readonly color: string }>> = {
  draft: { label: 'Draft', color: 'var(--loupe-muted)' },
  published: { label: 'Published', color: 'var(--loupe-success)' },
  disabled: { label: 'Off', color: 'var(--loupe-warning)' },
};
