import type { MenuItem } from '#core/commands/common/index.ts';
import type { Manifest } from '../common/index.ts';

/** An entry of a menu, with the access it asks for. */
export type DeclaredMenuItem = MenuItem & { readonly access?: string };

/** Returns the entries that manifests declare for a place. */
export function declaredMenu(manifests: readonly Manifest[], place: string): readonly DeclaredMenuItem[] {
  return manifests.flatMap(manifest =>
    (manifest.menus?.[place] ?? []).map(entry => {
      const { use, order = 0 } = typeof entry === 'string' ? { use: entry } : entry;
      const route = manifest.routes?.[use];
      const command = manifest.commands?.[use];
      const target = (route ?? command)!;
      return {
        id: `${manifest.id}.${use}`,
        title: target.title,
        order,
        access: target.access,
        ...(target.icon === undefined ? {} : { icon: target.icon }),
        ...(route === undefined
          ? { command: `${manifest.id}.${use}` }
          : { path: route.path, ...(route.section === undefined ? {} : { section: route.section }) }),
      };
    }),
  );
}
