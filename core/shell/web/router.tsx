import type { Container } from 'inversify';
import type { ComponentType, JSX } from 'react';
import { createBrowserRouter, redirect, useLoaderData, useParams } from 'react-router-dom';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { forbidden } from '#core/base/common/index.ts';
import type { Manifest } from '#core/kernel/common/index.ts';
import { menuLinks, PluginScope, useService } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import { ErrorPanel } from '#core/ui/web/index.ts';
import { messages } from './messages.ts';
import { FaultPage } from './pages/fault-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { WorkspacesPage } from './pages/workspaces-page.tsx';
import type { Workbench } from './workbench.ts';
import { BareFrame } from './frame/bare-frame.tsx';
import { RootFrame } from './frame/root-frame.tsx';
import type { Titled } from './frame/root-frame.tsx';
import { WorkspaceFrame } from './frame/workspace-frame.tsx';

export type AppRouter = ReturnType<typeof createBrowserRouter>;

interface Loaded {
  readonly Component: ComponentType;
  readonly container: Container;
}

/** A plugin's page or frame, in the scope of its plugin. */
function Scoped(): JSX.Element {
  const { Component, container } = useLoaderData<Loaded>();
  return (
    <PluginScope container={container}>
      <Component />
    </PluginScope>
  );
}

/**
 * A page of a project. Its rights are known only once the project is there: a page drawn by then says which one is
 * missing.
 */
function InProject({ access }: { readonly access: string }): JSX.Element {
  const teams = useService(TeamStore);
  const { project } = useSnapshot(teams.state);
  const known = project?.id === Number(useParams()['projectId']);
  return known && !teams.can(access) ? <ErrorPanel error={forbidden(access)} /> : <Scoped />;
}

/** One tree for the enabled plugins of the team that is open; entering another builds a new one. */
export function buildRouter(workbench: Workbench): AppRouter {
  const frames = new Map<string, RouteObject>();
  const workspace: RouteObject = {
    id: 'frame:workspace',
    element: <WorkspaceFrame />,
    errorElement: <FaultPage />,
    children: [
      {
        path: '/workspaces',
        handle: { page: messages.workspacesPage.chooseAWorkspace } satisfies Titled,
        element: <WorkspacesPage />,
      },
    ],
  };
  const bare: RouteObject = { id: 'frame:bare', element: <BareFrame />, errorElement: <FaultPage />, children: [] };
  frames.set('workspace', workspace).set('bare', bare);
  const roots = [workspace, bare];

  const manifests = workbench.host.state.enabled;
  const byId = new Map(manifests.map(each => [each.id, each]));

  const load = (plugin: string, kind: 'page' | 'frame', name: string) => async (): Promise<Loaded> => {
    await workbench.host.activate(plugin);
    const Component = await workbench.host[kind](plugin, name);
    return { Component, container: workbench.host.container(plugin)! };
  };

  const frameOf = (name: string): RouteObject => {
    const known = frames.get(name);
    if (known !== undefined) return known;
    const [plugin, frame] = name.split('.') as [string, string];
    const declaration = byId.get(plugin)?.frames?.[frame];
    // The validation of manifests makes sure that the frame's plugin is required, hence enabled.
    const route: RouteObject = {
      id: `frame:${name}`,
      handle: { frame: declaration?.title } satisfies Titled,
      loader: load(plugin, 'frame', frame),
      element: <Scoped />,
      errorElement: <FaultPage page={{ plugin, name: frame }} />,
      shouldRevalidate: () => false,
      children: [],
    };
    frames.set(name, route);
    frameOf(declaration?.frame ?? 'workspace').children!.push(route);
    return route;
  };

  const pages = (manifest: Manifest): void => {
    for (const [name, declaration] of Object.entries(manifest.routes ?? {})) {
      const inProject = declaration.path.includes('/:projectId');
      const page = load(manifest.id, 'page', name);
      frameOf(declaration.frame ?? 'workspace').children!.push({
        id: `${manifest.id}.${name}`,
        path: declaration.path,
        handle: { page: declaration.title } satisfies Titled,
        // A loader and not `lazy`: a lazy that once failed is never tried again (stack, section 6). The gate's one door
        // to pages.
        loader: async ({ request, params }: LoaderFunctionArgs) => {
          const { pathname } = new URL(request.url);
          const team =
            params['teamId'] === undefined ? workbench.teams.teamOfAddress(pathname) : Number(params['teamId']);
          if (team !== undefined && team !== workbench.state.teamId) return otherTeam(workbench, team, request.url);
          // An organization of others does not exist for the person.
          if (team === undefined && pathname.startsWith('/org/') && !workbench.teams.state.superAdmin)
            throw new Response(null, { status: 404 });
          const elsewhere = await workbench.hooks.navigating.promise(pathname);
          if (elsewhere !== undefined) return redirect(elsewhere);
          const loaded = await page();
          if (!inProject && !workbench.teams.can(declaration.access)) throw forbidden(declaration.access);
          return loaded;
        },
        element: inProject ? <InProject access={declaration.access} /> : <Scoped />,
        errorElement: <FaultPage page={{ plugin: manifest.id, name }} />,
        shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
      });
    }
  };
  for (const manifest of manifests) pages(manifest);

  workspace.children!.push({ path: '*', element: <NotFoundPage /> });
  return createBrowserRouter([
    {
      id: 'root',
      element: <RootFrame />,
      HydrateFallback: () => null,
      errorElement: <FaultPage />,
      children: [
        { path: '/', loader: () => redirect(homeOf(workbench)), element: null },
        {
          path: '/t/:teamId',
          loader: ({ request, params }: LoaderFunctionArgs) =>
            Number(params['teamId']) === workbench.state.teamId
              ? redirect(homeOf(workbench))
              : otherTeam(workbench, Number(params['teamId']), request.url),
          element: null,
        },
        ...roots,
      ],
    },
  ]);
}

/**
 * Another team has other plugins, hence another router: this navigation never ends, the new router starts at its
 * address.
 */
function otherTeam(workbench: Workbench, teamId: number, url: string): Promise<never> {
  const { pathname, search } = new URL(url);
  if (pathname !== location.pathname) history.pushState(undefined, '', pathname + search);
  void workbench.enter(teamId);
  return new Promise(() => undefined);
}

/**
 * Returns the address of the logo: the home of contributors, else the first entry of the main menu in the team, else
 * the list of teams.
 */
export function homeOf(workbench: Workbench): string {
  const { teams, team } = workbench.teams.state;
  const home = team ?? teams.find(each => each.is_default) ?? (teams.length === 1 ? teams[0] : undefined);
  if (home === undefined) return '/workspaces';
  const links = menuLinks(workbench.host, workbench.teams, 'main', { teamId: String(home.id) });
  const own = workbench.teams.can('CreateProject')
    ? undefined
    : workbench.host.state.enabled
        .flatMap(({ id, routes = {} }) =>
          Object.entries(routes).map(([name, route]) => ({ id: `${id}.${name}`, route })),
        )
        .find(({ route }) => route.homeFor === 'contributors');
  return (links.find(link => link.id === own?.id) ?? links[0])?.path ?? '/workspaces';
}
