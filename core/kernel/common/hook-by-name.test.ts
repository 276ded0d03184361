import { expect, test, vi } from 'vitest';
import { NoticeHook } from '#core/base/common/index.ts';
import { hookByName } from './hook-by-name.ts';

const starting = new NoticeHook<[]>('core.starting');
const saved = new NoticeHook<[]>('items.saved');
const owners = {
  core: () => [{ starting }],
  providedBy: (plugin: string) => (plugin === 'items' ? [{ saved }] : undefined),
};
const manifest = { id: 'notes', title: 'Notes', requires: ['items'], optional: ['forms'] };
const withoutOptional = { ...manifest, optional: [] };

test('should find hooks of the core and of a required plugin', () => {
  expect(hookByName(manifest, 'core.starting', owners)).toBe(starting);
  expect(hookByName(manifest, 'items.saved', owners)).toBe(saved);
});

test('should find no hook of an optional plugin that is off', () => {
  expect(hookByName(manifest, 'forms.opened', owners)).toBeUndefined();
  expect(hookByName(manifest, 'otherName.opened', owners)).toBeUndefined();
});

test.each([
  ['a misspelt hook of a required plugin', withoutOptional, 'items.savde'],
  ['a hook of a plugin that the manifest does not name', { ...withoutOptional, requires: [] }, 'items.saved'],
  ['a hook of the core that does not exist', withoutOptional, 'core.begun'],
])('should refuse %s', (_, of, name) => {
  expect(() => hookByName(of, name, owners)).toThrow(expect.objectContaining({ code: 'HOOK_MISSING' }));
});

test('should not make services of plugins when the hook is one of the core', () => {
  const providedBy = vi.fn();
  hookByName(manifest, 'core.starting', { ...owners, providedBy });
  expect(providedBy).not.toHaveBeenCalled();
});
