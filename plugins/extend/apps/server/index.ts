import { DatabaseToken, defineServerHalf, everyHour, LogToken } from '#core/kernel/server/index.ts';
import { ProjectsHooks } from '#plugins/workspace/projects/server/kit/index.ts';
import { customAppsApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { AppArchives } from './app-archives.ts';
import { AppCalls, forgetOldCalls } from './app-calls.ts';
import { AppData } from './app-data.ts';
import { AppFetch } from './app-fetch.ts';
import { AppGate } from './app-gate.ts';
import { AppOpenings } from './app-openings.ts';
import { AppVersions } from './app-versions.ts';
import { Apps } from './apps.ts';
import { appsHandlers } from './apps-handlers.ts';
import { RolePreview } from './role-preview.ts';
import { appCommand } from './terminal/app-command.ts';

export default defineServerHalf(manifest, {
  migrations: import.meta.glob('./migrations/*.ts'),
  terminal: { app: appCommand },
  bindings(container) {
    container.bind(AppOpenings).toSelf().inSingletonScope();
    for (const service of [AppArchives, AppCalls, AppData, AppFetch, AppGate, AppVersions, Apps, RolePreview])
      container
        .bind(service as typeof AppGate)
        .toSelf()
        .inSingletonScope();
  },
  activate({ get, implement, tap, own, hooks }) {
    const openings = get(AppOpenings);
    implement(
      customAppsApi,
      appsHandlers({
        apps: get(Apps),
        versions: get(AppVersions),
        openings,
        archives: get(AppArchives),
        data: get(AppData),
        calls: get(AppCalls),
        fetches: get(AppFetch),
      }),
    );
    tap(hooks.granting, (context, actions) => openings.grant(context, actions));
    const preview = get(RolePreview);
    tap(
      get(ProjectsHooks).membership,
      (context, membership, projectId) => preview.membership(context, membership, projectId),
      { stage: -100 },
    );
    tap(hooks.granting, (context, actions, scope) => preview.narrow(context, actions, scope), { stage: 1000 });
    tap(hooks.opened, (context, headers) => get(AppGate).opened(context, headers));
    tap(hooks.calling, (context, call) => get(AppGate).calling(context, call));
    own(
      everyHour(
        () => forgetOldCalls(get(DatabaseToken)),
        error => get(LogToken).error({ err: error }, 'old calls of apps were not forgotten'),
      ),
    );
  },
});
