import sharp from 'sharp';
import type { TestApp, TestPerson } from '../../../support/test-app.ts';
import type { Ids } from './id-kinds.ts';
import type { Row, Transfer } from './world-calls.ts';
import { call, rested } from './world-calls.ts';

export async function makeSteps(
  app: TestApp,
  owner: TestPerson,
  project_id: number | undefined,
  class_id: number | undefined,
): Promise<Ids> {
  if (class_id === undefined) return {};
  await call(app, owner, 'steps.replaceSteps', {
    params: { project_id },
    body: { steps: [{ step: 1, class_id, tool: 1 }] },
  });
  const steps = await call<unknown>(app, owner, 'steps.getSteps', { params: { project_id } });
  return steps === undefined ? {} : { step: rowsOf(steps).map(each => each.id) };
}

/** The project at two people of the team; the first may answer the request. */
export async function makeProviderRequests(
  app: TestApp,
  owner: TestPerson,
  project_id: number | undefined,
  emails: readonly string[],
  canary: string,
): Promise<Ids> {
  const made: Row[] = [];
  for (const e_mail of emails) {
    const body = { e_mail, user_role: 2, message: `${canary} request` };
    const sent = await call<Row>(app, owner, 'annotation-providers.sendToProvider', { params: { project_id }, body });
    if (sent !== undefined) made.push(sent);
  }
  const [first, second] = made;
  if (first === undefined || second === undefined) return {};
  return { providerRequest: [first.id], secondProviderRequest: [second.id] };
}

/** A small picture that is the team's alone. */
export function picture(red: number, index: number): Promise<Buffer> {
  return sharp({ create: { width: 24 + index, height: 16, channels: 3, background: { r: red, g: 40 * index, b: 90 } } })
    .png()
    .toBuffer();
}

export function annotation(canary: string, made: Row | undefined): object {
  const author = { email: `ana.${canary.toLowerCase()}@canary.test`, role: 'Annotator' };
  return {
    metadata: { name: 'sample', width: 24, height: 16 },
    instances: [
      {
        id: crypto.randomUUID(),
        type: 'bbox',
        classId: made?.id ?? -1,
        ...(made === undefined ? {} : { className: made.name }),
        attributes: [],
        probability: 100,
        points: { x1: 1, y1: 1, x2: 9, y2: 8 },
        createdBy: author,
        creationType: 'Manual',
      },
    ],
    tags: [`${canary} tag`],
    comments: [
      {
        id: crypto.randomUUID(),
        x: 2,
        y: 2,
        resolved: false,
        correspondence: [{ text: `${canary} remark`, email: author.email, role: 'QA' }],
      },
    ],
  };
}

/** A category, a copy of nothing that can be asked after, and an item to delete. */
export async function makeCategories(
  app: TestApp,
  owner: TestPerson,
  params: { readonly project_id?: number | undefined },
  folder_id: number | undefined,
  item: number | undefined,
  canary: string,
): Promise<Ids> {
  if (folder_id === undefined || item === undefined) return {};
  await call(app, owner, 'projects.updateSettings', {
    params,
    body: { settings: [{ attribute: 'CategorizeItems', value: 2 }] },
  });
  const made = await call<{ data: readonly Row[] }>(app, owner, 'categories.createCategories', {
    query: params,
    body: { bulk: [{ name: `${canary} category` }] },
  });
  const copy = await call<{ poll_id: number }>(app, owner, 'items.copyItems', {
    query: params,
    body: { image_names: ['none'], source_folder_id: folder_id, destination_folder_id: folder_id },
  });
  return {
    lastItem: [item],
    ...(made === undefined ? {} : { category: made.data.map(each => each.id) }),
    ...(copy === undefined ? {} : { copy: [copy.poll_id] }),
  };
}

/** Two large annotations on their way, and a deletion of annotations. */
export async function makeUploads(
  app: TestApp,
  owner: TestPerson,
  { project_id, item_id }: { readonly project_id?: number | undefined; readonly item_id: number | undefined },
  name: string | undefined,
): Promise<Ids> {
  const start = (): Promise<{ upload_id: string } | undefined> =>
    call(app, owner, 'annotation-api.startLarge', { params: { item_id }, query: { project_id } });
  const [first, second] = [await start(), await start()];
  const removal = await call<{ poll_id: number }>(app, owner, 'annotation-api.clearAnnotations', {
    query: { project_id },
    body: { image_names: [name] },
  });
  return first === undefined || second === undefined || removal === undefined
    ? {}
    : { annotationUpload: [first.upload_id], secondUpload: [second.upload_id], removal: [removal.poll_id] };
}

/** An upload that waits for its bytes, and one that has become an item. */
export async function makeFileUploads(
  app: TestApp,
  owner: TestPerson,
  projectId: number | undefined,
  canary: string,
): Promise<Ids> {
  if (!app.app.operations.some(each => each.name === 'createUpload')) return {};
  const bytes = await picture(3, 5);
  const begin = async (word: string, length: number, sent?: Buffer): Promise<string> => {
    const { headers } = await owner.request(
      'POST',
      `/api/v1/project/${projectId}/uploads?name=${encodeURIComponent(`${canary} ${word}.png`)}`,
      {
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': String(length),
          ...(sent === undefined ? {} : { 'content-type': 'application/offset+octet-stream' }),
        },
        ...(sent === undefined ? {} : { bytes: sent }),
      },
    );
    return String(headers['location']).split('/').at(-1)!;
  };
  return { fileUpload: [await begin('upload', 10)], finishedUpload: [await begin('uploaded', bytes.length, bytes)] };
}

/** A finished download of the whole project and an import that was looked through. */
export async function makeTransfers(
  app: TestApp,
  project_id: number | undefined,
  owner: TestPerson,
  canary: string,
): Promise<Ids> {
  const made = await call<Transfer>(app, owner, 'exchange.createExport', {
    params: { project_id },
    body: { format: 'json' },
  });
  const second = await call<Transfer>(app, owner, 'exchange.createExport', {
    params: { project_id },
    body: { format: 'coco' },
  });
  const classes = [{ name: `${canary} imported`, color: '#2288CC', type: 1, attribute_groups: [] }];
  const send = (): Promise<Transfer | undefined> =>
    call<Transfer>(app, owner, 'exchange.uploadImport', {
      params: { project_id },
      query: { name: 'classes.json' },
      bytes: Buffer.from(JSON.stringify(classes)),
    });
  const [sent, sentAgain] = [await send(), await send()];
  if (made === undefined || second === undefined || sent === undefined || sentAgain === undefined) return {};
  for (const { id } of [made, second])
    await rested(app, owner, 'exchange.getProjectExport', { project_id, export_id: id });
  for (const { id } of [sent, sentAgain]) await rested(app, owner, 'exchange.getImport', { project_id, import_id: id });
  return {
    export: [made.id],
    secondExport: [second.id],
    import: [sent.id],
    secondImport: [sentAgain.id],
    job: [made.job_id!],
  };
}

/**
 * A project with a form, two imports of rows that were looked through, a file that waits for its bytes, and one that
 * has arrived.
 */
export async function makeRows(app: TestApp, owner: TestPerson, canary: string): Promise<Ids> {
  if (!app.app.operations.some(each => each.name === 'createRowUpload')) return {};
  const project = await call<Row>(app, owner, 'projects.createProject', { body: { name: `${canary} form`, type: 8 } });
  if (project === undefined) return {};
  const folder = await call<Row>(app, owner, 'items.createFolder', {
    query: { project_id: project.id },
    body: { name: `${canary} rows` },
  });
  const begin = async (length: number, sent?: Buffer): Promise<{ readonly token: string; readonly id?: number }> => {
    const { headers, body } = await owner.request<{ id?: number }>(
      'POST',
      `/api/v1/project/${project.id}/rows/uploads?name=${encodeURIComponent(`${canary}.csv`)}`,
      {
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': String(length),
          ...(sent === undefined ? {} : { 'content-type': 'application/offset+octet-stream' }),
        },
        ...(sent === undefined ? {} : { bytes: sent }),
      },
    );
    return { token: String(headers['location']).split('/').at(-1)!, ...(body.id === undefined ? {} : { id: body.id }) };
  };
  const content = Buffer.from(`_item_name\n${canary} row\n`);
  const [waits, first, second] = [
    await begin(10),
    await begin(content.length, content),
    await begin(content.length, content),
  ];
  for (const { id } of [first, second]) {
    for (let tries = 0; tries < 400; tries++) {
      if (
        (
          await call<{ status: number }>(app, owner, 'form-rows.getRowImport', {
            params: { project_id: project.id, row_import_id: id },
          })
        )?.status !== 2
      )
        break;
      await new Promise(done => setTimeout(done, 25));
    }
  }
  return {
    formProject: [project.id],
    ...(folder === undefined ? {} : { formFolder: [folder.id] }),
    rowUpload: [waits.token],
    finishedRowUpload: [first.token],
    rowImport: [first.id!],
    secondRowImport: [second.id!],
  };
}

/** Returns the rows of an answer, listed or bare. */
export const rowsOf = (answer: unknown): readonly Row[] =>
  (Array.isArray(answer) ? answer : ((answer as { data?: readonly Row[] } | undefined)?.data ?? [])) as readonly Row[];

/** Returns the ids of the attributes of classes. */
export function attributesOf(classes: unknown): Ids {
  const groups = rowsOf(classes).flatMap(
    each =>
      (each as unknown as { attribute_groups?: readonly { id: number; attributes: readonly Row[] }[] })
        .attribute_groups ?? [],
  );
  const first = groups[0];
  return first === undefined
    ? {}
    : {
        group: [first.id],
        attribute: first.attributes.map(each => each.id),
        secondGroup: [groups[1]!.id],
        secondAttribute: groups[2]!.attributes.map(each => each.id),
      };
}
