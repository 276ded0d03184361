import { defineApi, id, success, z } from '#core/api/common/index.ts';

export const linkDraft = z.strictObject({
  title: z.string().trim().min(1, 'write a title').max(100, 'use at most 100 characters'),
  /** The panel beside an item puts the name of the item in the place of `{item}`. */
  address: z.url({ protocol: /^https?$/, error: 'write an address that begins with https://' }).max(2000),
});
export type LinkDraft = z.output<typeof linkDraft>;

export const link = linkDraft.extend({ id: z.int() });
export type Link = z.output<typeof link>;

export const linksApi = defineApi({
  service: 'main',
  operations: {
    listLinks: {
      method: 'GET',
      path: '/api/v1/team-links',
      summary: 'Links of the team, by title',
      access: 'team-member',
      reply: z.object({ data: z.array(link) }),
    },
    addLink: {
      method: 'POST',
      path: '/api/v1/team-links',
      summary: 'Add a link, or give the one of this title another address',
      access: 'UpdateTeam',
      status: 201,
      body: linkDraft,
      reply: link,
    },
    listItemLinks: {
      method: 'GET',
      path: '/api/v1/project/:project_id/item/:item_id/team-links',
      summary: 'Links of the team with the name of an item in the place of {item}',
      access: 'ViewItem',
      project: 'params.project_id',
      params: z.strictObject({ project_id: id, item_id: id }),
      reply: z.object({ data: z.array(link) }),
    },
    removeLink: {
      method: 'DELETE',
      path: '/api/v1/team-links/:team_link_id',
      summary: 'Remove a link',
      access: 'UpdateTeam',
      params: z.strictObject({ team_link_id: id }),
      reply: success,
    },
  },
});
