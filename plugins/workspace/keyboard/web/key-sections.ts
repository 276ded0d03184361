import type { KeyedCommand } from '#core/shortcuts/common/index.ts';
import { messages } from './messages.ts';

/** Commands of one place under their headings. */
export interface KeySection {
  readonly scope: string;
  readonly title: string;
  readonly groups: readonly { readonly title: string; readonly commands: readonly KeyedCommand[] }[];
}

const TITLES: Readonly<Record<string, string>> = {
  app: messages.keySections.everywhere,
  editor: messages.keySections.openItem,
  review: messages.keySections.reviewMode,
};

/** `editor.vector` is “Vector editor”. */
const titleOf = (scope: string): string =>
  TITLES[scope] ??
  scope
    .replace(/^editor\./, '')
    .replace(/^./, first => first.toUpperCase())
    .concat(scope.startsWith('editor.') ? ' editor' : '');

/**
 * Commands by place and heading; of a search those whose name, heading or key fits, of a single sign those with that
 * key. Places of work come before the rest of the app.
 */
export function sectionsOf(
  commands: readonly KeyedCommand[],
  search: string,
  shown: (chord: string) => string,
): readonly KeySection[] {
  const wanted = search.trim().toLowerCase();
  const withKey =
    wanted === '' ? [] : commands.filter(({ chords }) => chords.some(chord => shown(chord).toLowerCase() === wanted));
  const found =
    wanted.length === 1 && withKey.length > 0
      ? withKey
      : commands.filter(each => `${each.title} ${each.group}`.toLowerCase().includes(wanted) || withKey.includes(each));
  const scopes = [...new Set(found.map(each => each.scope))].toSorted(
    (one, other) => Number(one === 'app') - Number(other === 'app') || (one < other ? -1 : 1),
  );
  return scopes.map(scope => {
    const here = found.filter(each => each.scope === scope);
    return {
      scope,
      title: titleOf(scope),
      groups: [...new Set(here.map(each => each.group))].map(title => ({
        title,
        commands: here.filter(each => each.group === title),
      })),
    };
  });
}
