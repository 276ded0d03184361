import type { TeamStore } from '#core/tenancy/web/index.ts';
import type { WebPluginHost } from './web-plugin-host.ts';

/** A page of a menu as it is drawn: its address is filled in. */
export interface MenuLink {
  readonly id: string;
  readonly title: string;
  readonly icon: string | undefined;
  readonly path: string;
  readonly order: number;
  /** Addresses that begin so belong to the entry as well. */
  readonly section: string | undefined;
}

type Parameters = Readonly<Record<string, string | undefined>>;

const fill = (path: string, params: Parameters): string => path.replace(/:(\w+)/g, (_, name: string) => params[name]!);

/**
 * Pages of a menu that the caller may open here, in order. `params` fill their addresses; a page whose address stays
 * open is left out.
 */
export function menuLinks(
  host: WebPluginHost,
  teams: TeamStore,
  place: string,
  params: Parameters,
): readonly MenuLink[] {
  return host.menu(place, params).flatMap(({ id, title, icon, path, order, section, access = 'team-member' }) => {
    if (path === undefined || !teams.can(access)) return [];
    if ([...path.matchAll(/:(\w+)/g)].some(([, name]) => params[name!] === undefined)) return [];
    return [
      {
        id,
        title,
        icon,
        path: fill(path, params),
        order,
        section: section === undefined ? undefined : fill(section, params),
      },
    ];
  });
}
