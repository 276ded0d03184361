import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import type { TeamOfUser } from '#core/permissions/common/index.ts';
import { projectRoleLabel, teamRoleLabels, teamRoleOf } from '#core/permissions/common/index.ts';
import { useEmail, useService, useTeam } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { ProjectStore } from '#plugins/workspace/projects/web/kit/index.ts';
import type { AppColors, AppContext } from '#sdk/app/app-context.ts';
import type { AppPlace } from '#sdk/app/app-manifest.ts';
import { ProjectTypes } from '#plugins/workspace/projects/common/index.ts';
import { APP_SDK_VERSION } from '#sdk/app/app-manifest.ts';
import type { AppSituation } from './app-host.ts';

/** Situation of an app in a place, beside the open team and project. */
export interface PlaceOfApp {
  readonly place: AppPlace;
  /** The project, where it is not the open one of the page; its type by number, or by the word that apps know. */
  readonly project?: { readonly id: number; readonly name: string; readonly type: number | string };
  readonly item?: { readonly id: number; readonly name: string };
  /** Ids of items that were chosen. */
  readonly chosen?: readonly number[];
  /** Ids of instances that are selected. */
  readonly selection?: readonly string[];
}

/**
 * Returns the place and reader of an app, `tried` being the name of the role that it is tried in. Undefined until it is
 * known who the person is.
 */
export function useSituation(
  { place, project: given, item, chosen, selection }: PlaceOfApp,
  tried?: string,
): AppSituation | undefined {
  const teams = useService(TeamStore);
  const team = useTeam();
  const types = useService(ProjectTypes);
  const { team: whole } = useSnapshot(teams.state);
  const email = useEmail();
  const { project: open } = useSnapshot(useService(ProjectStore).state);
  const project = given ?? open;
  const theme = useSyncExternalStore(onTheme, themeNow);
  const me = useQuery({ queryKey: ['core', 'me'], queryFn: () => teams.api.me(), staleTime: 600_000 });
  const known = me.data !== undefined || me.error !== null;
  const name = me.data === undefined ? email : `${me.data.first_name} ${me.data.last_name}`.trim() || email;
  const role =
    tried !== undefined
      ? tried
      : open === undefined || open.id !== project?.id
        ? whole === undefined
          ? ''
          : teamRoleLabels[teamRoleOf(whole as TeamOfUser, email)]
        : projectRoleLabel(open.my_role);
  const { id: projectId, name: projectName = '', type: projectType } = project ?? {};
  const { id: itemId, name: itemName = '' } = item ?? {};
  const context = useMemo<AppContext>(
    () => ({
      place,
      team: { id: team.id, name: team.name },
      ...(projectId === undefined || projectType === undefined
        ? {}
        : {
            project: {
              id: projectId,
              name: projectName,
              type: typeof projectType === 'string' ? projectType : types.titleOf(projectType),
            },
          }),
      ...(itemId === undefined ? {} : { item: { id: itemId, name: itemName } }),
      chosen: chosen ?? [],
      selection: selection ?? [],
      person: { email, name, role },
      theme,
      colors: colorsNow(),
      locale: document.documentElement.lang || 'en',
      sdk: APP_SDK_VERSION,
    }),
    [
      place,
      team.id,
      team.name,
      projectId,
      projectName,
      projectType,
      itemId,
      itemName,
      chosen,
      selection,
      email,
      name,
      role,
      theme,
      types,
    ],
  );
  const live = useRef<{ now: AppContext; readonly listeners: Set<() => void> }>({ now: context, listeners: new Set() });
  useEffect(() => {
    live.current.now = context;
    for (const each of live.current.listeners) each();
  }, [context]);
  const situation = useMemo<AppSituation>(
    () => ({
      now: () => live.current.now,
      onChange: listener => {
        live.current.listeners.add(listener);
        return () => void live.current.listeners.delete(listener);
      },
    }),
    [],
  );
  return known ? situation : undefined;
}

const SCHEME = 'data-mantine-color-scheme';

/** The theme that the page shows; it and the colours change together. */
const themeNow = (): 'light' | 'dark' => (document.documentElement.getAttribute(SCHEME) === 'dark' ? 'dark' : 'light');

function onTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: [SCHEME] });
  return () => observer.disconnect();
}

/** Colours of the product by its tokens (core/ui/web/tokens.css). */
function colorsNow(): AppColors {
  const style = getComputedStyle(document.documentElement);
  const color = (token: string): string => style.getPropertyValue(token).trim();
  return {
    background: color('--loupe-surface'),
    text: color('--loupe-text'),
    dimmed: color('--loupe-muted'),
    border: color('--loupe-line'),
    accent: color('--loupe-accent'),
  };
}
