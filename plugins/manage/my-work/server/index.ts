import { defineServerHalf } from '#core/kernel/server/index.ts';
import { myWorkApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { MyWork } from './my-work.ts';

export default defineServerHalf(manifest, {
  bindings: container => void container.bind(MyWork).toSelf(),
  activate({ get, implement }) {
    const work = get(MyWork);
    implement(myWorkApi, {
      listMyWork: async ({ query }, context) => ({ data: [...(await work.list(context, query.project_id))] }),
    });
  },
});
