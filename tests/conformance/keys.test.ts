import { describe, expect, it } from 'vitest';
import type { Manifest } from '#core/kernel/common/index.ts';
import type { KeyedCommand } from '#core/shortcuts/common/index.ts';
import { chordText, conflictsOf, withChoices } from '#core/shortcuts/common/index.ts';
import { keyScope as pixelScope, pixelKeys } from '#plugins/annotate/editor-pixel/web/pixel-keys.ts';
import { keyScope as vectorScope, vectorKeys } from '#plugins/annotate/editor-vector/web/vector-keys.ts';
import { presets, whyReserved } from '#plugins/workspace/keyboard/common/index.ts';

const manifests = Object.values(
  import.meta.glob<{ default: Manifest }>('/plugins/*/*/manifest.ts', { eager: true }),
).map(each => each.default);

const declared: readonly KeyedCommand[] = manifests.flatMap(manifest =>
  Object.entries(manifest.commands ?? {}).map(([name, command]) => ({
    id: `${manifest.id}.${name}`,
    title: command.title,
    group: command.group ?? manifest.title,
    scope: command.scope ?? 'app',
    chords: [manifest.shortcuts?.[name] ?? []].flat(),
  })),
);
interface EditorKey {
  readonly id: string;
  readonly title: string;
  readonly group: string;
  readonly chords: readonly string[];
  readonly sameAs?: string;
  readonly when?: unknown;
}
const ofEditor = (scope: string, keys: readonly EditorKey[]): readonly KeyedCommand[] =>
  keys
    .filter(each => each.sameAs === undefined)
    .map(({ id, title, group, chords }) => ({ id: `${scope}.${id}`, title, group, scope, chords }));
const all = [...declared, ...ofEditor(vectorScope, vectorKeys), ...ofEditor(pixelScope, pixelKeys)];

describe('the keys of all commands', () => {
  it('should belong to commands with ids of their own', () => {
    expect(all.map(each => each.id).filter((id, at, ids) => ids.indexOf(id) !== at)).toEqual([]);
    for (const { sameAs } of [...vectorKeys, ...pixelKeys])
      if (sameAs !== undefined) expect(declared.map(each => each.id)).toContain(sameAs);
  });

  it('should be keys a page can have', () => {
    expect(all.flatMap(each => each.chords.flatMap(chord => whyReserved(chord) ?? []))).toEqual([]);
  });

  it.each([
    [vectorScope, vectorKeys],
    [pixelScope, pixelKeys],
  ] as const)(
    'should leave every command of the frame one that %s does not take for itself',
    (_, keys: readonly EditorKey[]) => {
      const taken = new Set(
        keys
          .filter(each => each.when === undefined && each.sameAs === undefined)
          .flatMap(each => each.chords.map(chordText)),
      );
      expect(
        declared
          .filter(
            each =>
              each.scope === 'editor' &&
              each.chords.length > 0 &&
              each.chords.every(chord => taken.has(chordText(chord))),
          )
          .map(each => each.id),
      ).toEqual([]);
    },
  );
});

describe.each(Object.entries(presets))('the preset %s', (_, { keys }) => {
  it('should name commands that there are', () => {
    expect(Object.keys(keys).filter(id => !all.some(each => each.id === id))).toEqual([]);
  });

  it('should give no key to two commands, nor one that no page can have', () => {
    expect(
      conflictsOf(all, withChoices(all, keys, {})).map(
        each => `${each.chord}: ${each.commands.map(one => one.id).join(', ')}`,
      ),
    ).toEqual([]);
    expect(
      Object.values(keys)
        .flat()
        .flatMap(chord => whyReserved(chord) ?? []),
    ).toEqual([]);
  });
});
