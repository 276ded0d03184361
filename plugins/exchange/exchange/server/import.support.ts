import sharp from 'sharp';
import { expect } from 'vitest';
import { ZipWriter } from '#core/data/server/index.ts';
import { fromBufferPromise, readAll } from '#tests/support/zip-reading.ts';
import type { TestApp, TestTeam } from '#tests/support/test-app.ts';
import type { ExportRecord } from '../common/export-api.ts';
import { exportApi } from '../common/export-api.ts';
import type { ImportChoices, ImportReading, ImportRecord } from '../common/import-api.ts';
import { importApi } from '../common/import-api.ts';

/** Plugins that imports and exports of all formats need. */
export const transferPlugins = [
  'teams',
  'projects',
  'items',
  'classes',
  'editor',
  'skeletons',
  'editor-vector',
  'editor-pixel',
  'editor-text',
  'annotation-api',
  'categories',
  'item-fields',
  'form',
  'integrations',
  'exchange',
];

/** A zip archive of files by their paths. */
export async function zip(files: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> {
  const writer = new ZipWriter(new AbortController().signal);
  const chunks: Buffer[] = [];
  const reading = (async () => {
    for await (const chunk of writer.stream) chunks.push(chunk as Buffer);
  })();
  for (const [path, content] of Object.entries(files))
    await writer.add(path, content instanceof Uint8Array ? Buffer.from(content) : content, new Date(0));
  await writer.end();
  await reading;
  return Buffer.concat(chunks);
}

/** A picture of one color. */
export const pictureOf = (width: number, height: number, color = '#335577'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .jpeg()
    .toBuffer();

/** Drives imports and exports of one team as a client does. */
export class TransferClient {
  #count = 0;

  constructor(
    private readonly app: TestApp,
    private readonly team: TestTeam,
  ) {}

  async project(type = 1): Promise<number> {
    return (
      await this.team.owner.request<{ id: number }>('POST', '/project', {
        body: { name: `Fields ${(this.#count += 1)}`, type },
      })
    ).body.id;
  }

  /** Uploads a file as an item of the root folder. */
  async upload(projectId: number, name: string, bytes: Buffer): Promise<void> {
    const { status } = await this.team.owner.request(
      'PUT',
      `/api/v1/project/${projectId}/upload?name=${encodeURIComponent(name)}`,
      { bytes },
    );
    expect(status).toBeLessThan(300);
  }

  /** Sends a file and waits for its preview; `reading` names the format. */
  async preview(projectId: number, name: string, bytes: Buffer, reading?: ImportReading): Promise<ImportRecord> {
    const sent = await this.team.owner.call<ImportRecord>('main', importApi.operations.uploadImport, {
      params: { project_id: projectId },
      query: { name },
      bytes,
    });
    const params = { project_id: projectId, import_id: sent.body.id };
    const found = await this.#settled(params, 1);
    return reading === undefined ? found : this.recheck(projectId, sent.body.id, reading);
  }

  /** Previews a file again as the format that is named. */
  async recheck(projectId: number, importId: number, reading: ImportReading): Promise<ImportRecord> {
    const params = { project_id: projectId, import_id: importId };
    const begun = await this.team.owner.call('main', importApi.operations.checkImport, { params, body: reading });
    expect(begun.status, JSON.stringify(begun.body)).toBe(202);
    return this.#settled(params, 1);
  }

  /** Does an import that was previewed. */
  async start(projectId: number, importId: number, choices: Partial<ImportChoices> = {}): Promise<ImportRecord> {
    const params = { project_id: projectId, import_id: importId };
    const begun = await this.team.owner.call<ImportRecord>('main', importApi.operations.startImport, {
      params,
      body: choices,
    });
    expect(begun.status, JSON.stringify(begun.body)).toBe(202);
    return this.#settled(params, 3);
  }

  /** Undoes an import. */
  async undo(projectId: number, importId: number): Promise<ImportRecord> {
    const params = { project_id: projectId, import_id: importId };
    const begun = await this.team.owner.call<ImportRecord>('main', importApi.operations.undoImport, { params });
    expect(begun.status, JSON.stringify(begun.body)).toBe(202);
    return this.#settled(params, 7);
  }

  /** Files of an export by their paths. */
  async exported(
    projectId: number,
    body: object = {},
  ): Promise<{ readonly record: ExportRecord; readonly bytes: Buffer; readonly files: ReadonlyMap<string, Buffer> }> {
    const begun = await this.team.owner.call<ExportRecord>('main', exportApi.operations.createExport, {
      params: { project_id: projectId },
      body,
    });
    expect(begun.status, JSON.stringify(begun.body)).toBe(202);
    const params = { project_id: projectId, export_id: begun.body.id };
    const record = await poll(
      async () =>
        (await this.team.owner.call<ExportRecord>('main', exportApi.operations.getProjectExport, { params })).body,
      1,
    );
    expect(record.status, JSON.stringify(record.error)).toBe(2);
    const bytes = (await this.app.request('GET', record.path!)).raw;
    return { record, bytes, files: await readAll(await fromBufferPromise(bytes)) };
  }

  #settled(params: { readonly project_id: number; readonly import_id: number }, open: number): Promise<ImportRecord> {
    return poll(
      async () => (await this.team.owner.call<ImportRecord>('main', importApi.operations.getImport, { params })).body,
      open,
    );
  }
}

/** Reads a record until its job has left a state. */
async function poll<T extends { readonly status: number }>(read: () => Promise<T>, open: number): Promise<T> {
  for (let tries = 0; tries < 1200; tries += 1) {
    const found = await read();
    if (found.status !== open) return found;
    await new Promise(resolve => setTimeout(resolve, 25));
  }
  throw new Error('The job did not end.');
}
