import { QueryClient } from '@tanstack/react-query';
import { EventStream } from '#core/api/web/index.ts';
import { defineWebHalf } from '#core/kernel/web/index.ts';
import { EditorHooks, OpenItemToken } from '#plugins/annotate/editor/web/kit/index.ts';
import { projectsEvents } from '#plugins/workspace/projects/common/index.ts';
import { ProjectStore } from '#plugins/workspace/projects/web/kit/index.ts';
import manifest from '../manifest.ts';
import { queueKey, TaskRequests } from './task-requests.ts';

export default defineWebHalf(manifest, {
  bindings: container => void container.bind(TaskRequests).toSelf(),
  activate({ get, command, panel, tap, own }) {
    const requests = get(TaskRequests);
    const projects = get(ProjectStore);
    const open = get(OpenItemToken);
    const queries = get(QueryClient);

    panel('list', () => import('./panels/request-button.tsx'));
    panel('editor', () => import('./panels/request-button.tsx'));
    // In the editor the same key asks for the next task of mine, which requests when there is none.
    command(
      'request',
      () => requests.request(projects.state.project!.id),
      () => projects.state.project !== undefined && open.now === undefined,
    );
    tap(get(EditorHooks).outOfTasks, work =>
      work.opened.flags.request ? requests.offer(work.opened.project.id) : undefined,
    );
    own(
      get(EventStream).on(
        projectsEvents.settingsChanged,
        ({ project_id: id }) => void queries.invalidateQueries({ queryKey: queueKey(id) }),
      ),
    );
  },
});
