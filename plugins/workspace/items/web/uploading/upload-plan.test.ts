import { expect, it } from 'vitest';
import { fileKindOf } from '../../common/file-kinds.ts';
import { acceptedEndings, choose, UploadPlanner } from './upload-plan.ts';

const kind = { takes: () => true, unpacks: () => false } as unknown as Parameters<typeof choose>[1];
const place = { projectId: 1, folderId: 2, folderName: 'Street' };
const found = (path: string): { readonly file: File; readonly folders: readonly string[] } => {
  const parts = path.split('/');
  return { file: new File(['x'], parts.at(-1)!), folders: parts.slice(0, -1) };
};
const planner = new UploadPlanner({
  items: {
    checkUpload: async ({ body }: { readonly body: { readonly names: readonly string[] } }) => ({
      existing: [],
      invalid: body.names
        .filter(each => each.includes('?'))
        .map(name => ({ name, suggestion: name.replace('?', '_') })),
      remaining: 100,
      message: null,
    }),
  },
  folders: {
    listFolders: async () => ({ data: [] }),
    createFolder: async ({ body: { name } }: { readonly body: { readonly name: string } }) => ({
      id: name.charCodeAt(0),
      name,
    }),
  },
} as never);
const planned = async (
  paths: readonly string[],
  intoFolders: boolean,
): Promise<readonly [string[], readonly string[]]> => {
  const plan = await planner.plan(choose(paths.map(found), kind), place, intoFolders, 'replace');
  return [plan.uploads.map(each => `${each.folderName}/${each.name}`), plan.repeated];
};

it('should leave out a file that has the name of another one in the same folder, so that neither replaces the other', async () => {
  expect(await planned(['day/a/1.jpg', 'day/b/1.jpg', 'day/b/2.jpg'], false)).toEqual([
    ['Street/1.jpg', 'Street/2.jpg'],
    ['day/b/1.jpg'],
  ]);
  expect(await planned(['a?.jpg', 'a_.jpg'], false)).toEqual([['Street/a_.jpg'], ['a_.jpg']]);
});

it('should send files of the same name into folders of their own', async () => {
  expect(await planned(['a/1.jpg', 'b/1.jpg'], true)).toEqual([['a/1.jpg', 'b/1.jpg'], []]);
});

it('should take any file where the project does, and leave archives of them to the server', () => {
  const any = fileKindOf(6)!;
  const { files, archives, refused } = choose(['some.zip', 'one.weird', 'no ending'].map(found), any);
  expect([files, archives].map(list => list.map(each => each.file.name))).toEqual([
    ['one.weird', 'no ending'],
    ['some.zip'],
  ]);
  expect([refused.size, acceptedEndings(any)]).toEqual([0, '']);
});
