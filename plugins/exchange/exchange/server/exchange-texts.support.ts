import { describe, expect, it } from 'vitest';
import { zip } from './import.support.ts';
import type { ExchangeCalls } from './exchange-calls.support.ts';

/** Adds the tests of files of text tools. */
export function exchangeTextTests(calls: ExchangeCalls): void {
  describe('files of other tools', () => {
    describe('of texts', () => {
      const text = '🙂 Ada Moreau joined Helix Labs.\r\nIn “Lyon”, e\u0301te\u0301.\r\n';
      const plain = text.replaceAll('\r\n', '\n');
      /** Counted in the bytes of the file: its line end is two characters. */
      const ann =
        'T1\tPerson 2 12\tAda Moreau\nT2\tBig_place 20 30\tHelix Labs\nT3\tBig_place 37 41\tLyon\nT4\tPerson 2 5\tAda\nR1\tworks_for Arg1:T1 Arg2:T2\t\nA1\tMention T1 Named\n#1\tAnnotatorNotes T2\tas printed\n';
      type StoredText = {
        readonly instances: readonly {
          readonly type: string;
          readonly id: string;
          readonly className: string;
          readonly start: number;
          readonly end: number;
          readonly from: string;
          readonly to: string;
          readonly attributes: readonly { readonly groupName: string; readonly name: unknown }[];
        }[];
        readonly freeText: string;
      };
      const storedSpans = async (project_id: number, name = 'notes/a.txt.json'): Promise<readonly unknown[]> => {
        const { instances: list } = JSON.parse(
          (await calls.transfer.exported(project_id)).files.get(name)!.toString(),
        ) as StoredText;
        const place = (id: string): number => list.find(each => each.id === id)!.start;
        return list.map(({ type, className, start, end, from, to, attributes }) => [
          type,
          className,
          ...(type === 'relationship' ? [place(from), place(to)] : [start, end]),
          ...attributes.map(each => `${each.groupName}: ${String(each.name)}`),
        ]);
      };
      const whole = [
        ['entity', 'Person', 2, 12, 'Mention: Named'],
        ['entity', 'Big_place', 20, 30, 'note: as printed'],
        ['entity', 'Big_place', 36, 40],
        ['entity', 'Person', 2, 5],
        ['relationship', 'works_for', 2, 20],
      ];
      const begun = async (): Promise<number> => {
        const id = await calls.transfer.project(4);
        const first = await calls.transfer.preview(
          id,
          'set.zip',
          await zip({ 'notes/a.txt': text, 'notes/a.ann': ann }),
        );
        expect(first.report, JSON.stringify(first.error)).toMatchObject({
          kind: 'brat',
          documents: 1,
          creatable: 1,
          missing: 0,
          classes: [
            { name: 'Person', match: null },
            { name: 'Big_place', match: null },
            { name: 'works_for', match: null },
          ],
          findings: [],
        });
        expect((await calls.transfer.start(id, first.id)).result).toMatchObject({
          created: 1,
          itemsCreated: 1,
          classesCreated: 3,
          failedCount: 0,
          warnings: [],
        });
        return id;
      };

      it('should make the items of texts and go out and come back with all that each format can hold', async () => {
        const id = await begun();
        expect(await storedSpans(id)).toEqual(whole);
        const words = whole.slice(0, 3).map(each => each.slice(0, 4));
        for (const [format, include_originals, expected] of [
          ['brat', false, whole],
          ['prodigy', false, whole],
          ['prodigy', true, whole],
          ['conll', true, words],
        ] as const) {
          const { record, bytes } = await calls.transfer.exported(id, { format, include_originals });
          expect(
            record.report.some(line => line.includes('under a longer one')),
            format,
          ).toBe(format === 'conll');
          const other = await calls.transfer.project(4);
          const again = await calls.transfer.preview(other, `${format}.zip`, bytes);
          expect(again.report, `${format} ${JSON.stringify(again.error)}`).toMatchObject({
            kind: format,
            creatable: 1,
            missing: 0,
            findings: [],
          });
          expect((await calls.transfer.start(other, again.id)).result, format).toMatchObject({
            created: 1,
            itemsCreated: 1,
            failedCount: 0,
          });
          expect(await storedSpans(other), format).toEqual(expected);
        }
      });

      it('should find its places in the item of the name, and else in what the tokens give', async () => {
        const id = await begun();
        const { bytes } = await calls.transfer.exported(id, { format: 'conll' });
        const same = await calls.transfer.preview(id, 'conll.zip', bytes);
        expect(same.report, JSON.stringify(same.error)).toMatchObject({
          kind: 'conll',
          matched: 1,
          annotated: 1,
          findings: [],
          losses: [],
        });
        expect((await calls.transfer.start(id, same.id, { conflicts: 'replace' })).result).toMatchObject({
          replaced: 1,
          failedCount: 0,
        });
        expect(await storedSpans(id)).toEqual(whole.slice(0, 3).map(each => each.slice(0, 4)));
        const other = await calls.transfer.project(4);
        const alone = await calls.transfer.preview(other, 'conll.zip', bytes);
        expect(alone.report!.losses).toEqual([
          '1 text was put together from its tokens, with single spaces between them',
        ]);
        const end = await calls.transfer.start(other, alone.id);
        expect(end.result).toMatchObject({ created: 1, itemsCreated: 1, failedCount: 0 });
        expect(end.result!.warnings).toContain(
          '1 text was put together from its tokens, with single spaces between them',
        );
        // `Lyon` begins one blank further, after its quote and the full stop of the line before.
        expect(await storedSpans(other)).toEqual([
          ['entity', 'Person', 2, 12],
          ['entity', 'Big_place', 20, 30],
          ['entity', 'Big_place', 38, 42],
        ]);
        const brat = (await calls.transfer.exported(id, { format: 'brat' })).files.get('notes/a.txt')!.toString();
        expect(brat).toBe(plain);
      });

      it('should find its places in the text that is read out of a web page', async () => {
        const id = await calls.transfer.project(4);
        await calls.transfer.upload(id, 'page.html', Buffer.from('<h1>News</h1><p>Dr. <b>Noor</b> Haddad</p>'));
        const read = 'News\n\nDr. Noor Haddad';
        const set = (words: string): Promise<Buffer> =>
          zip({ 'page.html.txt': words, 'page.html.ann': 'T1\tPerson 10 21\tNoor Haddad\n' });
        const first = await calls.transfer.preview(id, 'set.zip', await set(read));
        expect(first.report, JSON.stringify(first.error)).toMatchObject({ matched: 1, missing: 0, findings: [] });
        expect((await calls.transfer.start(id, first.id)).result).toMatchObject({ created: 1, failedCount: 0 });
        const { metadata, instances } = JSON.parse(
          (await calls.transfer.exported(id)).files.get('page.html.json')!.toString(),
        ) as { readonly metadata: object; readonly instances: readonly object[] };
        expect(instances).toMatchObject([{ className: 'Person', start: 10, end: 21 }]);
        expect(metadata).toMatchObject({
          contentLength: read.length,
          reading: { of: 'html', version: 1, length: read.length },
        });
        const other = await calls.transfer.preview(id, 'set.zip', await set(`X${read}`));
        expect(other.report!.findings.map(each => each.message).join('; ')).toMatch(
          /text of the item page\.html differs/,
        );
      });

      it('should not go into another text, nor into pictures', async () => {
        const id = await begun();
        const other = await calls.transfer.preview(
          id,
          'set.zip',
          await zip({ 'notes/a.txt': `X${text}`, 'notes/a.ann': ann }),
        );
        expect(other.report!.findings.map(each => each.message).join('; ')).toMatch(
          /the text of the item a\.txt differs/,
        );
        const pictures = await calls.transfer.preview(
          await calls.transfer.project(),
          'set.zip',
          await zip({ 'notes/a.txt': text, 'notes/a.ann': ann }),
        );
        expect(pictures.error?.message).toBe('brat files are about texts. Import them into a text project.');
      });
    });
  });
}
