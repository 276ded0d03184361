import { browserStore } from '#core/base/web/index.ts';
import { SessionStore } from '#core/auth/web/index.ts';
import { defineWebHalf } from '#core/kernel/web/index.ts';
import { TeamStore } from '#core/tenancy/web/index.ts';
import manifest from '../manifest.ts';
import { StoredUsage } from './stored-usage.ts';
import { UsageClient } from './usage-client.ts';
import type { UsageTracker } from './usage-tracker.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(UsageClient).toSelf(),
  activate({ get, hooks, page, own, tap }) {
    page('usage', () => import('./pages/usage-page.tsx'));
    const [session, teams, { api }] = [get(SessionStore), get(TeamStore), get(UsageClient)];
    const stored = new StoredUsage(browserStore);
    let loading: Promise<UsageTracker> | undefined;
    let tracker: UsageTracker | undefined;
    // Nothing of it is loaded, asked or kept before the first action.
    const load = async (): Promise<UsageTracker> => {
      const { UsageTracker: Tracker } = await import('./usage-tracker.ts');
      tracker = new Tracker({
        stored,
        // Who views as somebody else is not that person.
        person: () =>
          session.state.status === 'signed-in' && session.state.viewing === undefined ? session.state.email : undefined,
        size: () => ({ width: innerWidth, height: innerHeight }),
        isOn: async () => (await api.usageState()).on,
        send: ({ id, team, actions }, { id: visit, width, height }) =>
          api.reportActions({
            query: team === null ? {} : { team_id: team },
            body: { batch: id, visit: { id: visit, width, height }, actions: [...actions] },
          }),
      });
      own(tracker);
      return tracker;
    };
    tap(hooks.tracked, (name, params) => {
      const { team, project } = teams.state;
      const named = params['projectId'];
      const action = {
        name,
        team: team?.id ?? null,
        project_id: typeof named === 'number' ? named : (project?.id ?? null),
        at: new Date().toISOString(),
      };
      loading ??= load();
      // A file that did not come is asked for again at the next action.
      loading.catch(() => (loading = undefined));
      void loading.then(
        each => each.add(action),
        () => undefined,
      );
    });
    tap(session.changed, email => {
      if (email !== undefined) return;
      if (tracker === undefined) stored.reset();
      else tracker.reset();
    });
  },
});
