import type { Handlers } from '#core/api/server/index.ts';
import type { outsideFilesApi } from '../../common/outside-api.ts';
import type { OutsideFiles } from './outside-files.ts';

export const outsideHandlers = (files: OutsideFiles): Handlers<typeof outsideFilesApi> => ({
  readOutsideFile: ({ query, headers, sent }) =>
    files.serve(query, { range: headers.range, head: sent.method === 'HEAD' }),
});
