import { defineServerHalf } from '#core/kernel/server/index.ts';
import { dueDay } from '#plugins/workspace/projects/common/index.ts';
import { ProjectSettings } from '#plugins/workspace/projects/server/kit/index.ts';
import { myWorkApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { MyWork } from './my-work.ts';
import { RoleWorks } from './role-works.ts';
import { WaitingPeople } from './waiting-people.ts';

export default defineServerHalf(manifest, {
  bindings(container) {
    container.bind(MyWork).toSelf();
    container.bind(RoleWorks).toSelf();
    container.bind(WaitingPeople).toSelf();
  },
  activate({ get, implement }) {
    const work = get(MyWork);
    const waiting = get(WaitingPeople);
    implement(myWorkApi, {
      listMyWork: async ({ query }, context) => ({ data: [...(await work.list(context, query.project_id))] }),
      listWaiting: async ({ params }, context) => ({
        due_on: dueDay(await get(ProjectSettings).value(context, params.project_id, 'DueDate')),
        data: [...(await waiting.of(context, params.project_id))],
      }),
    });
  },
});
