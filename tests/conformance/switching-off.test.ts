import { expect, it } from 'vitest';
import type { Manifest } from '#core/kernel/common/index.ts';

const manifests = Object.values(
  import.meta.glob<{ default: Manifest }>('/plugins/*/*/manifest.ts', { eager: true }),
).map(each => each.default);

/** Returns what goes with a plugin that is switched off: those that require it, and those that require them. */
function dependentsOf(id: string): readonly string[] {
  const gone = new Set([id]);
  for (let before = 0; before !== gone.size;) {
    before = gone.size;
    for (const each of manifests) if (each.requires?.some(required => gone.has(required)) === true) gone.add(each.id);
  }
  gone.delete(id);
  return [...gone].sort();
}

/** Plugins that go with each plugin that can be switched off; nothing goes with those that are not named. */
const GOES_WITH: Readonly<Record<string, readonly string[]>> = {
  agreement: ['gold-items'],
  analytics: ['insights'],
  categories: ['agreement', 'gold-items', 'task-requests'],
  'custom-fields': ['scores'],
  editor: [
    'agreement',
    'apps',
    'detection',
    'editor-classification',
    'editor-form',
    'editor-pixel',
    'editor-point-cloud',
    'editor-text',
    'editor-tiled',
    'editor-vector',
    'editor-video',
    'gold-items',
    'item-details',
    'language-models',
    'review',
    'smart-tools',
    'task-requests',
    'time-tracker',
  ],
  'editor-form': ['language-models'],
  'editor-vector': ['editor-tiled', 'editor-video'],
  exchange: ['evaluation', 'form-rows'],
  explore: ['insights'],
  form: ['analytics', 'editor-form', 'explore', 'form-rows', 'insights', 'language-models', 'scores'],
  'point-clouds': ['editor-point-cloud'],
  review: ['agreement', 'gold-items', 'item-details'],
  skeletons: ['steps'],
  'smart-tools': ['detection'],
  'task-requests': ['agreement', 'gold-items'],
  tiles: ['editor-tiled'],
  workflow: [
    'agreement',
    'analytics',
    'apps',
    'automations',
    'explore',
    'gold-items',
    'insights',
    'task-requests',
    'telemetry',
  ],
};

it('should take along only what makes no sense without a plugin that is switched off', () => {
  const found = manifests
    .filter(each => each.locked !== true)
    .map(({ id }) => [id, dependentsOf(id)] as const)
    .filter(([, all]) => all.length > 0);
  expect(Object.fromEntries(found)).toEqual(GOES_WITH);
});
