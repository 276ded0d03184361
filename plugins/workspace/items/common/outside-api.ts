import { BYTES, defineApi, z } from '#core/api/common/index.ts';

/** Files of other hosts, read through the server: pages load nothing from elsewhere. */
export const outsideFilesApi = defineApi({
  service: 'main',
  operations: {
    readOutsideFile: {
      method: 'GET',
      path: '/outside-files',
      summary: 'A file of another host by signed address',
      access: 'public',
      query: z.looseObject({
        team: z.string().max(20).optional(),
        url: z.string().max(8000).optional(),
        use: z.string().max(10).optional(),
        exp: z.string().max(20).optional(),
        sig: z.string().max(100).optional(),
      }),
      reply: BYTES,
    },
  },
});
