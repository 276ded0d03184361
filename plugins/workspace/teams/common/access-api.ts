import { defineApi, id, z } from '#core/api/common/index.ts';
import { access } from '#core/tenancy/common/index.ts';

const actions = z.array(z.string().max(100)).max(300);
const place = { project_id: id.optional(), folder_id: id.optional() } as const;

/** Questions about the caller's own rights. What the caller does not see is not found. */
export const accessApi = defineApi({
  service: 'main',
  operations: {
    checkActions: {
      method: 'POST',
      reads: true,
      path: '/action/accessCheck',
      summary: 'Which of these actions the caller holds, in the team or in a project',
      access: 'team-member',
      body: z.looseObject({ actions, ...place }),
      reply: z.object({ allowed: z.record(z.string(), z.boolean()) }),
    },
    listResources: {
      method: 'POST',
      reads: true,
      path: '/resources',
      summary:
        'Projects in which the caller holds all of these actions; one page of what the caller sees is looked through',
      access: 'team-member',
      body: z.looseObject({
        type: z.enum(['team', 'project']),
        actions: actions.default([]),
        offset: z.int().min(0).max(2_147_483_647).default(0),
        limit: z.int().min(1).max(200).default(200),
      }),
      reply: z.object({ resources: z.array(z.object({ type: z.enum(['team', 'project']), id: z.int() })) }),
    },
    getAccess: {
      method: 'POST',
      reads: true,
      path: '/access',
      summary: 'All the caller may do in the team or in a project',
      access: 'team-member',
      body: z.looseObject(place),
      reply: z.object({ access }),
    },
    getAccessBulk: {
      method: 'POST',
      reads: true,
      path: '/access/bulk',
      summary: 'The same for many projects by their id; those the caller does not see are left out',
      access: 'team-member',
      body: z.looseObject({ project_ids: z.array(id).max(200) }),
      reply: z.object({ access: z.record(z.string(), access) }),
    },
  },
});
