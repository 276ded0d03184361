import { defineServerHalf } from '#core/kernel/server/index.ts';
import { memberProjectsApi } from '../common/api.ts';
import manifest from '../manifest.ts';
import { MemberProjects } from './member-projects.ts';

export default defineServerHalf(manifest, {
  bindings: container => void container.bind(MemberProjects).toSelf(),
  activate({ get, implement }) {
    const work = get(MemberProjects);
    implement(memberProjectsApi, {
      listMemberWork: async (_, context) => ({ data: [...(await work.all(context))] }),
      listMemberProjects: async ({ query }, context) => ({ data: [...(await work.of(context, query.email))] }),
    });
  },
});
