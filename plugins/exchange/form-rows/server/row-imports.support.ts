import { afterAll, beforeAll, expect } from 'vitest';
import type { DatabaseKind } from '#core/data/server/index.ts';
import { fromBufferPromise, readAll } from '#tests/support/zip-reading.ts';
import { DATABASE_TIMEOUT_MS } from '#tests/support/database.ts';
import type { ScriptClient } from '#tests/support/script-client.ts';
import { scriptClient, scriptProject } from '#tests/support/script-client.ts';
import type { TestApp, TestTeam } from '#tests/support/test-app.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { ExportRecord } from '#plugins/exchange/exchange/common/index.ts';
import { exportApi } from '#plugins/exchange/exchange/common/index.ts';
import type { RowImport } from '../common/rows-api.ts';
import { rowsApi } from '../common/rows-api.ts';

const plugins = [
  'teams',
  'projects',
  'items',
  'classes',
  'editor',
  'skeletons',
  'editor-vector',
  'editor-form',
  'annotation-api',
  'categories',
  'item-fields',
  'form',
  'integrations',
  'exchange',
  'form-rows',
];

export const {
  createRowUpload,
  continueRowUpload,
  readRowUpload,
  getRowImport,
  checkRowImport,
  startRowImport,
  cancelRowImport,
  getRowProblems,
  getRowTemplate,
  generateItems,
} = rowsApi.operations;

export const form = {
  components: [
    { id: 'prompt', type: 'textarea', label: 'Prompt', value: '', max: 0 },
    {
      id: 'answers',
      type: 'group',
      title: 'Answers',
      children: [
        { id: 'answer', type: 'markdown', value: '' },
        { id: 'stars', type: 'rating', value: null, numberOfStars: 5 },
        { id: 'notes', type: 'group', children: [{ id: 'note', type: 'input', value: '' }] },
      ],
    },
    { id: 'better', type: 'radio', value: '', options: [{ value: 'A' }, { value: 'B' }] },
    { id: 'issues', type: 'checkbox', value: [], options: [{ value: 'Unsafe' }, { value: 'Wrong' }] },
    { id: 'quality', type: 'number', value: null, min: 1, max: 100 },
    { id: 'hidden', type: 'input', exclude: true, value: '' },
  ],
  code: '',
  environments: [],
  meta: {},
  readme: '',
};

/** Sends tables to projects of forms, and waits for the jobs that read them. */
export function rowImports(kind: DatabaseKind) {
  let app: TestApp;
  let team: TestTeam;
  let script: ScriptClient;
  let count = 0;

  beforeAll(async () => {
    app = await openTestApp(kind, { plugins });
    team = await app.team('North');
    script = await scriptClient(app, team);
  }, DATABASE_TIMEOUT_MS);
  afterAll(() => app?.close(), DATABASE_TIMEOUT_MS);

  const project = async (given: object = form, categories = 2): Promise<number> => {
    const id = await scriptProject(script, `Rows ${(count += 1)}`, 8);
    await script.call('main', 'POST', `/project/${id}/custom-editor-template`, { body: given });
    await script.call('main', 'PUT', `/project/${id}/settings`, {
      body: { settings: [{ attribute: 'CategorizeItems', value: categories }] },
    });
    return id;
  };
  const call = async <T = RowImport>(operation: unknown, args: object, status = 200): Promise<T> => {
    const answer = await team.owner.call<T>('main', operation as typeof getRowImport, args);
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    return answer.body;
  };
  const tus = (size: number): Record<string, string> => ({
    'tus-resumable': '1.0.0',
    'upload-length': String(size),
    'content-type': 'application/offset+octet-stream',
  });
  const settled = async (project_id: number, row_import_id: number): Promise<RowImport> => {
    for (let tries = 0; tries < 2400; tries++) {
      const found = await call(getRowImport, { params: { project_id, row_import_id } });
      if (found.status !== 2 && found.status !== 4) return found;
      await new Promise(done => setTimeout(done, 25));
    }
    throw new Error('The job did not end.');
  };
  const looked = async (
    project_id: number,
    name: string,
    content: string | Buffer,
    folder_id?: number,
  ): Promise<RowImport> => {
    const bytes = Buffer.from(content as string);
    const { id } = await call(
      createRowUpload,
      {
        params: { project_id },
        query: { name, ...(folder_id === undefined ? {} : { folder_id }) },
        bytes,
        headers: tus(bytes.length),
      },
      201,
    );
    return settled(project_id, id);
  };
  const chosen = async (at: RowImport, change: object): Promise<RowImport> => {
    await call(
      checkRowImport,
      { params: { project_id: at.project_id, row_import_id: at.id }, body: { ...at.choices, ...change } },
      202,
    );
    return settled(at.project_id, at.id);
  };
  const started = async (at: RowImport): Promise<RowImport> => {
    expect(at.status, JSON.stringify(at.error)).toBe(3);
    await call(startRowImport, { params: { project_id: at.project_id, row_import_id: at.id } }, 202);
    const done = await settled(at.project_id, at.id);
    expect(done.status, JSON.stringify(done.error)).toBe(5);
    return done;
  };
  const imported = async (
    project_id: number,
    name: string,
    content: string | Buffer,
    change?: object,
  ): Promise<RowImport> => {
    const at = await looked(project_id, name, content);
    expect(at.status, JSON.stringify(at.error)).toBe(3);
    return started(change === undefined ? at : await chosen(at, change));
  };
  const exported = async (project_id: number, format: string): Promise<string> => {
    const begun = await call<ExportRecord>(
      exportApi.operations.createExport,
      { params: { project_id }, body: { format } },
      202,
    );
    for (let tries = 0; tries < 2400; tries++) {
      const made = await call<ExportRecord>(exportApi.operations.getProjectExport, {
        params: { project_id, export_id: begun.id },
      });
      if (made.status === 1) await new Promise(done => setTimeout(done, 25));
      else {
        expect(made.status, JSON.stringify(made.error)).toBe(2);
        const files = await readAll(await fromBufferPromise((await app.request('GET', made.path!)).raw));
        return files.get(format === 'csv' ? 'data.csv' : 'data.jsonl')!.toString();
      }
    }
    throw new Error('The export did not end.');
  };
  const problemsOf = async (at: RowImport): Promise<string> =>
    (
      await team.owner.call('main', getRowProblems, { params: { project_id: at.project_id, row_import_id: at.id } })
    ).raw.toString();

  const header =
    '_item_name,_folder,_item_category,prompt,answers[0].answer,answers[0].stars,answers[0].notes[0].note,answers[1].answer,answers[1].stars,answers[1].notes[0].note,answers[1].notes[1].note,better,issues,quality';
  const table = [
    header,
    `conversation 1,batch a,cooking,"Say ""hello"", \n in Greek",one,5,n,two,1,deep,deeper,A,"[""Unsafe""]",64`,
    `conversation 2,batch a,"[""a"",""b""]",'=1+1,,,,,,,,B,[],`,
    `conversation 3,,,5,"""""",,,,,,,,,`,
    `conversation 4,,,,,,,,,,,,,`,
    '',
  ].join('\r\n');

  return {
    kind,
    get app() {
      return app;
    },
    get team() {
      return team;
    },
    get script() {
      return script;
    },
    get count() {
      return count;
    },
    set count(value) {
      count = value;
    },
    project,
    call,
    tus,
    settled,
    looked,
    chosen,
    started,
    imported,
    exported,
    problemsOf,
    header,
    table,
  };
}

export type RowImports = ReturnType<typeof rowImports>;
