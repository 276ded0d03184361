import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ZipWriter } from '#core/data/server/index.ts';
import { eachDatabase } from '#tests/support/database.ts';
import { scriptProject } from '#tests/support/script-client.ts';
import { rowsApi } from '../common/rows-api.ts';
import {
  rowImports,
  createRowUpload,
  continueRowUpload,
  readRowUpload,
  getRowImport,
  startRowImport,
  cancelRowImport,
  getRowTemplate,
  generateItems,
  form,
} from './row-imports.support.ts';

const shared = '../shared/data/multimodal';

/** The columns of values of a download, without what is known of items beside. */
const valuesOf = (table: string): string => table.replaceAll(/,(?:_status|NotStarted|InProgress),.*$/gm, '');

eachDatabase(kind => {
  const imports = rowImports(kind);
  const { looked, imported, project, call, exported, table, settled, started, tus, chosen, problemsOf, header } =
    imports;

  describe(`rows (${imports.kind})`, () => {
    it('become items, folders, categories and values, and their download is the same again, byte for byte', async () => {
      const id = await project();
      const at = await looked(id, 'rows.csv', table);
      expect(at.report).toMatchObject({
        kind: 'csv',
        rows: 4,
        created: 4,
        present: 0,
        refused: 0,
        folders: ['batch a'],
        categories: ['cooking', 'a', 'b'],
        problemCount: 0,
        faults: [],
        notes: [],
      });
      expect(at.choices?.mapping).toMatchObject({ _item_name: 'name', 'answers[].notes[].note': 'component:note' });
      expect(at.report!.preview[0]).toMatchObject({
        name: 'conversation 1',
        values: { 'answers[1].notes[1].note': 'deeper', quality: '64' },
      });
      const done = await started(at);
      expect(done.result).toMatchObject({ created: 4, skipped: 0, failed: 0, folders: 1, categories: 3 });
      const out = await exported(id, 'csv');
      expect(out.split('\r\n')[0]).toBe(`${header},_status,_assignees,_approval,_created,_updated`);
      const again = await project();
      await imported(again, 'data.csv', out);
      expect(valuesOf(await exported(again, 'csv'))).toBe(valuesOf(out));
      const lines = await exported(id, 'jsonl');
      const third = await project();
      await imported(third, 'data.jsonl', lines);
      const values = (text: string): unknown =>
        text
          .trim()
          .split('\n')
          .map(line => {
            const { metadata, data } = JSON.parse(line) as { metadata: Record<string, unknown>; data: unknown };
            return [metadata['name'], metadata['folder_name'], metadata['item_category'], data];
          });
      expect(values(await exported(third, 'jsonl'))).toEqual(values(lines));
      expect(valuesOf(await exported(third, 'csv'))).toBe(valuesOf(out));
      // The same file again makes nothing twice, whatever becomes of names that are taken.
      for (const existing of ['skip', 'replace', 'annotations'])
        expect((await imported(id, 'rows.csv', table, { existing })).result, existing).toMatchObject({
          created: 0,
          replaced: 0,
          failed: 0,
        });
      expect(valuesOf(await exported(id, 'csv'))).toBe(valuesOf(out));
    });

    it('are reported one by one where they do not fit', async () => {
      const id = await project();
      const bad = [
        '_item_name,better,quality,issues,stray',
        'a/b,A,,,',
        'bad value,C,5,,',
        'many,A,lots,nothing,',
        'good,A,5,,kept',
        'twice,A,1,,',
        'twice,B,2,,',
        '',
      ].join('\n');
      const at = await looked(id, 'bad.csv', bad);
      expect(at.report).toMatchObject({ rows: 6, created: 2, refused: 3, repeated: 1, problemCount: 5 });
      expect(at.report!.problems).toEqual([
        { row: 2, column: '_item_name', reason: expect.stringContaining("can't contain /") },
        { row: 3, column: 'better', reason: "'C' is not one of ['A', 'B']" },
        { row: 4, column: 'quality', reason: "'lots' is not of type 'number'" },
        { row: 4, column: 'issues', reason: "'nothing' is not one of ['Unsafe', 'Wrong']" },
        { row: 6, column: '_item_name', reason: 'Row 7 has the same name; that one counts.' },
      ]);
      const done = await started(at);
      expect(done.result).toMatchObject({ created: 2, failed: 3, skipped: 1 });
      expect((await problemsOf(done)).split('\r\n')).toEqual(
        expect.arrayContaining(['row,column,reason', `3,better,"'C' is not one of ['A', 'B']"`]),
      );
      expect(valuesOf(await exported(id, 'csv'))).toContain('twice,,,,,,,B,,2');
      // Without the values that are refused the rows go in.
      expect((await imported(id, 'bad.csv', bad, { refused: 'value' })).result).toMatchObject({
        created: 2,
        failed: 1,
      });
    });

    it('count by the last one that fits where several have one name', async () => {
      const id = await project();
      const rows = ['_item_name,better', 'late,C', 'late,A', 'kept,B', 'kept,C', ''].join('\n');
      const at = await looked(id, 'same.csv', rows);
      expect(at.report).toMatchObject({ rows: 4, created: 2, refused: 2 });
      expect((await started(at)).result).toMatchObject({ created: 2, failed: 2, skipped: 0 });
    });

    it('go where a person says, with their data attached', async () => {
      const id = await project({
        ...form,
        components: [...form.components, { id: 'shown', type: 'paragraph', value: '{{turns[0]}}' }],
      });
      const at = await looked(
        id,
        'questions.json',
        JSON.stringify([
          { question_id: 81, category: 'writing', turns: ['First', 'Second'], reference: 'B' },
          { question_id: 82, turns: [] },
        ]),
      );
      expect(at.report).toMatchObject({ kind: 'json', created: 2 });
      expect(at.choices?.mapping).toEqual({
        question_id: 'name',
        category: 'category',
        turns: 'payload',
        reference: 'payload',
      });
      const other = await chosen(at, { mapping: { ...at.choices!.mapping, reference: 'component:better' } });
      expect(other.report!.preview[0]).toMatchObject({
        name: '81',
        category: 'writing',
        values: { better: 'B' },
        payload: '{"turns":["First","Second"]}',
      });
      const twice = await chosen(other, {
        mapping: { ...at.choices!.mapping, reference: 'component:better', turns: 'component:better' },
      });
      expect(twice.report!.faults).toEqual(['turns and reference are taken as the same thing. Change one of them.']);
      await call(startRowImport, { params: { project_id: id, row_import_id: at.id } }, 400);
      await started(await chosen(twice, other.choices!));
      const { body } = await imports.script.call<{ data: { name: string; metadata: { mime: string } }[] }>(
        'main',
        'GET',
        `/api/v1/project/${id}/items`,
      );
      expect(body.data.map(each => [each.name, each.metadata.mime])).toEqual(
        expect.arrayContaining([['81', 'application/json']]),
      );
    });

    it('replace what items have where that is wanted', async () => {
      const id = await project();
      await imported(id, 'a.csv', '_item_name,prompt,_item_category\na,old,x\n');
      expect((await imported(id, 'a.csv', '_item_name,prompt,_item_category\na,new,y\nb,new,\n')).result).toMatchObject(
        { created: 1, skipped: 1, replaced: 0 },
      );
      expect(
        (await imported(id, 'a.csv', '_item_name,prompt,_item_category\na,new,y\n', { existing: 'annotations' }))
          .result,
      ).toMatchObject({ created: 0, replaced: 1 });
      expect(valuesOf(await exported(id, 'csv'))).toContain('a,,x,new');
      await imported(id, 'a.csv', '_item_name,prompt,_item_category\na,newer,y\n', { existing: 'replace' });
      expect(valuesOf(await exported(id, 'csv'))).toContain('a,,y,newer');
      // What the file has no column for stays; an empty cell takes a value away.
      expect(
        (await imported(id, 'b.csv', '_item_name,prompt,quality\na,,7\nb,new,\n', { existing: 'annotations' })).result,
      ).toMatchObject({ replaced: 1, skipped: 1, failed: 0 });
      expect(
        (await imported(id, 'b.csv', '_item_name,better\na,A\n', { existing: 'annotations' })).result,
      ).toMatchObject({ replaced: 1 });
      expect(valuesOf(await exported(id, 'csv'))).toMatch(/^a,,y,,.*A,,7$/m);
    });

    it('come by parts that are cut off, and can be let go', async () => {
      const id = await project();
      const bytes = Buffer.from(table);
      const params = { project_id: id };
      const begun = await imports.team.owner.call('main', createRowUpload, {
        params,
        query: { name: 'rows.csv' },
        bytes: Buffer.alloc(0),
        headers: tus(bytes.length),
      } as never);
      expect(begun.status).toBe(201);
      const token = String(begun.headers['location']).split('/').at(-1)!;
      const send = (offset: number, part: Buffer): Promise<{ status: number }> =>
        imports.team.owner.call('main', continueRowUpload, {
          params: { ...params, token },
          bytes: part,
          headers: {
            'tus-resumable': '1.0.0',
            'upload-offset': String(offset),
            'content-type': 'application/offset+octet-stream',
          },
        } as never);
      expect((await send(0, bytes.subarray(0, 50))).status).toBe(204);
      expect((await send(10, bytes.subarray(10))).status).toBe(409);
      expect(
        (
          await imports.team.owner.call('main', readRowUpload, {
            params: { ...params, token },
            headers: { 'tus-resumable': '1.0.0' },
          } as never)
        ).headers['upload-offset'],
      ).toBe('50');
      expect((await send(50, bytes.subarray(50))).status).toBe(200);
      const at = await settled(
        id,
        (await call(rowsApi.operations.finishRowUpload, { params: { ...params, token } })).id,
      );
      expect(at.report).toMatchObject({ created: 4 });
      expect((await call(cancelRowImport, { params: { ...params, row_import_id: at.id } })).status).toBe(6);
      await call(startRowImport, { params: { ...params, row_import_id: at.id } }, 409);
    });

    it('are refused as a file where it does not go on, and outside of forms', async () => {
      const id = await project();
      expect((await looked(id, 'a.csv', 'a,b\n1,"2')).error?.message).toBe(
        'a.csv ends inside of a quote that begins in row 2. Close the quote and send the file again.',
      );
      expect((await looked(id, 'a.csv', Buffer.from([0x61, 0xff, 0x0a]))).error?.message).toBe(
        'a.csv is not in UTF-8. Save it as UTF-8 and send it again.',
      );
      expect((await looked(id, 'a.json', '[{"a":1}, 5]')).error?.message).toBe('a.json: Item 2 is no JSON object.');
      expect((await looked(id, 'a.jsonl', '{"name":"a"}\n{"name"\n')).report!.problems).toEqual([
        { row: 2, column: '', reason: expect.stringContaining('This is not valid JSON') },
      ]);
      const images = await scriptProject(imports.script, `Images ${(imports.count += 1)}`, 1);
      expect((await imports.team.owner.call('main', getRowTemplate, { params: { project_id: images } })).status).toBe(
        409,
      );
      expect(
        (await imports.team.owner.call('main', getRowTemplate, { params: { project_id: id } })).raw.toString(),
      ).toBe(
        '_item_name,_folder,_item_category,prompt,answers[0].answer,answers[0].stars,answers[0].notes[0].note,better,issues,quality\r\n',
      );
    });

    it('come packed: a file for each item', async () => {
      const id = await project();
      const writer = new ZipWriter(new AbortController().signal);
      const chunks: Buffer[] = [];
      const reading = (async () => {
        for await (const chunk of writer.stream) chunks.push(chunk as Buffer);
      })();
      await writer.add('one.json', JSON.stringify({ prompt: 'first' }), new Date());
      await writer.add(
        'batch/two.json',
        JSON.stringify({ metadata: { name: 'other' }, data: { prompt: { value: 'second' } } }),
        new Date(),
      );
      await writer.add('three.json', '{', new Date());
      await writer.end();
      await reading;
      const done = await imported(id, 'items.zip', Buffer.concat(chunks));
      expect(done.result).toMatchObject({ created: 2, failed: 1, folders: 1 });
      expect(valuesOf(await exported(id, 'csv'))).toContain('other,batch,,second');
    });

    it('name no folder inside of a folder', async () => {
      const id = await project();
      await imported(id, 'a.csv', '_item_name,_folder\na,home\n');
      const folder = (
        await imports.script.call<{ data: { id: number; name: string }[] }>('main', 'GET', '/folders', {
          query: { project_id: id },
        })
      ).body.data.find(each => each.name === 'home')!;
      const at = await looked(id, 'b.csv', '_item_name,_folder\nb,other\nc,\n', folder.id);
      expect(at.report).toMatchObject({
        created: 1,
        refused: 1,
        problems: [
          { row: 2, column: '_folder', reason: "You can't include a folder when uploading from within a folder." },
        ],
      });
      expect((await started(at)).result).toMatchObject({ created: 1, failed: 1 });
    });

    it('stop between thousands, stay as far as they were made, and are made to the end by the same file', async () => {
      const id = await project();
      const many = ['_item_name,prompt', ...Array.from({ length: 1500 }, (_, at) => `item ${at},p ${at}`), ''].join(
        '\n',
      );
      const at = await looked(id, 'many.csv', many);
      const params = { project_id: id, row_import_id: at.id };
      await call(startRowImport, { params }, 202);
      const total = async (): Promise<number> =>
        (await imports.script.call<{ total: number }>('main', 'GET', `/project/${id}/imageCounts`)).body.total;
      await expect.poll(total, { timeout: 120_000, interval: 25 }).toBeGreaterThan(0);
      await call(cancelRowImport, { params });
      const stopped = await settled(id, at.id);
      const made = await total();
      expect(made % 1000 === 0 || made === 1500, String(made)).toBe(true);
      if (stopped.status !== 5) expect(stopped.status).toBe(6);
      const done = await imported(id, 'many.csv', many);
      expect(done.result).toMatchObject({ created: 1500 - made, skipped: made, failed: 0 });
      expect(await total()).toBe(1500);
    });

    it('are not seen by other teams', async () => {
      const id = await project();
      const at = await looked(id, 'rows.csv', table);
      const stranger = (await imports.app.team(`South ${imports.kind}`)).owner;
      expect(
        (await stranger.call('main', getRowImport, { params: { project_id: id, row_import_id: at.id } })).status,
      ).toBeGreaterThanOrEqual(403);
    });

    it('are made empty by name and number', async () => {
      const id = await project();
      const { job_id: job } = await call<{ job_id: string }>(
        generateItems,
        { params: { project_id: id }, body: { name: 'Chat', count: 1205 } },
        202,
      );
      await expect
        .poll(
          async () =>
            (await imports.script.call<{ total: number }>('main', 'GET', `/project/${id}/imageCounts`)).body.total,
          { timeout: 120_000 },
        )
        .toBe(1205);
      expect(job).toMatch(/^[0-9a-f-]{36}$/);
      expect(await exported(id, 'csv')).toMatch(/^Chat_0001,/m);
      await call(generateItems, { params: { project_id: id }, body: { name: 'a/b', count: 1 } }, 400);
      await call(generateItems, { params: { project_id: id }, body: { name: 'a', count: 50_001 } }, 400);
    });

    it.skipIf(!existsSync(shared))('of public files become items', async () => {
      const read = (path: string): string => readFileSync(`${shared}/${path}`, 'utf8');
      const id = await project(JSON.parse(read('product_forms/editor_templates/form1.json')) as object);
      const text = read('product_forms/multimodal/annotations/jsonl/form1_with_categories.jsonl');
      const done = await imported(id, 'form1.jsonl', text);
      expect(done.result).toMatchObject({
        created: text
          .trim()
          .split('\n')
          .filter(line => line.trim() !== '').length,
        failed: 0,
        folders: 1,
      });
      const bench = await project();
      const questions = await imported(bench, 'question.jsonl', read('mt_bench/mt_bench/question.jsonl'), {
        whole_row: true,
      });
      expect(questions.result).toMatchObject({ created: 80, failed: 0, categories: 8 });
      const list = '../shared/data/csv_url_lists/attach_urls.csv';
      const urls = await looked(bench, 'attach_urls.csv', readFileSync(list));
      expect(urls.report).toMatchObject({ kind: 'csv', refused: 2, columns: [{ name: 'url' }, { name: 'name' }] });
    });
  });
});
