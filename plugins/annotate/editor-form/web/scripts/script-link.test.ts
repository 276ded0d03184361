import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { readSnapshot, scriptComponents } from './form-snapshot.ts';
import { closeScripts, openScript, settled } from './script-link.support.ts';

afterEach(closeScripts);

describe('a script and its form', () => {
  it('should read what the person may see, and nothing else', async () => {
    const { form } = await openScript();
    expect([
      form.get('given'),
      form.get('stars'),
      form.get('read'),
      form.get('secret'),
      form.rowCount('g'),
      form.rowCount('always'),
      form.get(['always', -1, 'c']),
    ]).toEqual(['from the form', null, 'r', undefined, 0, 1, '']);
    expect(() => form.get('nothing')).toThrow("'nothing' is not a component of this form.");
    expect(() => form.get('c')).toThrow('Its path looks like ["always",0,"c"].');
    expect(() => form.get(['g', 0, 'a'])).toThrow("'g' has 0 rows; row 0 is not there.");
    expect(() => form.set('stars', 'many')).toThrow(`'stars' takes a number or null, not "many".`);
  });

  it('should do all acts of a turn as one step of undo', async () => {
    const { form, session, stored } = await openScript();
    const before = JSON.stringify(stored());
    const row = form.appendRow('g');
    form.set([...row, 'a'], 'one');
    form.set([...form.appendRow('g'), 'a'], 'two');
    form.set('top', 'x');
    expect([form.rowCount('g'), form.get(['g', -1, 'a']), form.get(['g', 0, 'b'])]).toEqual([2, 'two', 7]);
    await settled();
    expect(session.history.length).toBe(1);
    expect(stored()['data']).toMatchObject({
      a: [
        { value: 'one', element_path: ['g', 0, 'a'] },
        { value: 'two', element_path: ['g', 1, 'a'] },
      ],
      top: [{ value: 'x' }],
      given: [{ value: 'from the form' }],
    });
    session.undo();
    expect(JSON.stringify(stored())).toBe(before);
    await settled();
    expect([form.rowCount('g'), form.get('top')]).toEqual([0, '']);
  });

  it('should keep a batch one step although it waits in between', async () => {
    const { form, session } = await openScript();
    await form.batch(async () => {
      form.set('top', '1');
      await new Promise(resolve => setTimeout(resolve, 5));
      form.set('given', '2');
    });
    await settled();
    expect([session.history.length, form.get('top'), form.get('given')]).toEqual([1, '1', '2']);
  });

  it('should refuse what the person may not edit, say so to who wrote it, and correct the copy', async () => {
    const { form, refused, stored, session } = await openScript();
    form.set('read', 'mine');
    form.set('secret', 'mine');
    form.set('top', 'fine');
    await settled();
    expect(refused).toEqual([
      "The script may not change 'read', which this person may only read.",
      "The script may not change 'secret', which this person may not see.",
    ]);
    expect([form.get('read'), form.get('secret'), form.get('top'), session.history.length]).toEqual([
      'r',
      undefined,
      'fine',
      1,
    ]);
    expect(JSON.stringify(stored())).not.toContain('mine');
  });

  it('should refuse acts that were made up without the SDK', async () => {
    const { end, refused, stored } = await openScript();
    const before = JSON.stringify(stored());
    end.emit('acts', {
      turn: 1,
      acts: [
        { kind: 'set', path: ['__proto__', 0, 'top'], value: 1 },
        { kind: 'delete', path: ['g', 5] },
        { kind: 'set', path: ['top'], value: 9 },
        { kind: 'format', path: ['top'] } as never,
        'all' as never,
        { kind: 'set', path: ['g', 4, 'a'], value: 'x' },
      ],
    });
    end.emit('acts', 'nonsense' as never);
    await settled();
    expect(JSON.stringify(stored())).toBe(before);
    expect(refused).toHaveLength(5);
  });

  it('should leave a field to the person who types in it', async () => {
    const { form, controller, stored } = await openScript();
    controller.drafts.keep(
      'field',
      () => controller.set(controller.plan.component('top')!, ['top'], 'typed by hand'),
      'top',
    );
    form.set('top', 'by the script');
    await settled();
    controller.drafts.commit();
    await settled();
    expect([stored()['data'], form.get('top')]).toMatchObject([{ top: [{ value: 'typed by hand' }] }, 'typed by hand']);
  });

  it('should take what is typed along when rows move', async () => {
    const { form, controller } = await openScript({
      values: { a: ['zero', 'one'].map((value, row) => ({ value, element_path: ['g', row, 'a'] })) },
    });
    controller.drafts.keep(
      'field',
      () => controller.set(controller.plan.component('a')!, ['g', 1, 'a'], 'one, typed'),
      'g[1].a',
    );
    form.deleteRow(['g', 0]);
    await settled();
    expect([form.rowCount('g'), form.get(['g', 0, 'a'])]).toEqual([1, 'one, typed']);
  });

  it('should report errors, rows, and rights that changed', async () => {
    const { form, session, controller } = await openScript();
    expect(form.errors()).toEqual([{ path: ['stars'], message: 'This must be filled in.' }]);
    form.set('stars', 4);
    form.set([...form.appendRow('g'), 'b'], 1000);
    form.setError('top', 'Too short for us.');
    await settled();
    expect(form.errors().map(each => each.message)).toEqual([
      '1000 is greater than the maximum of 99',
      'Too short for us.',
    ]);
    session.particulars = { ...session.particulars, role: 4 };
    session.setClasses([]);
    await settled();
    expect([form.get('secret'), controller.visibility('secret')]).toEqual(['s', 'edit']);
  });

  it('should change how the form looks, but never show or enable what the role may not see or edit', async () => {
    const { form, controller, session } = await openScript();
    const shows = (id: string): boolean => controller.shows(controller.plan.component(id)!, []);
    form.hide('top');
    form.show('secret');
    form.enable('read');
    form.disable('press');
    form.setOptions('kinds', ['x', 'y']);
    await settled();
    expect([
      shows('top'),
      shows('secret'),
      controller.mayUse('read', ['read']),
      controller.mayUse('press', ['press']),
      controller.mayUse('top', ['top']),
    ]).toEqual([false, false, false, false, true]);
    expect(controller.overlay.withOptions(controller.plan.component('kinds')!, ['kinds'])['options']).toEqual([
      { value: 'x', checked: false },
      { value: 'y', checked: false },
    ]);
    expect(session.history.length, 'nothing of it is stored').toBe(0);
    form.show('top');
    form.enable('press');
    form.setOptions('kinds', undefined);
    await settled();
    expect([
      shows('top'),
      controller.mayUse('press', ['press']),
      controller.overlay.withOptions(controller.plan.component('kinds')!, ['kinds']),
    ]).toEqual([true, true, controller.plan.component('kinds')]);
  });

  it('should foresee what the form does with acts, and agree with it in the end', async () => {
    const texts = fc.constantFrom('', 'x', 'from the form', 'n');
    const act = fc.oneof(
      fc.record({
        kind: fc.constant('set' as const),
        id: fc.constantFrom('top', 'given', 'apart', 'read', 'secret'),
        value: texts,
      }),
      fc.record({
        kind: fc.constant('cell' as const),
        id: fc.constantFrom('a', 'b', 'note', 'c'),
        row: fc.nat(3),
        inner: fc.nat(2),
        value: texts,
      }),
      fc.record({
        kind: fc.constantFrom('append' as const, 'delete' as const),
        id: fc.constantFrom('g', 'always', 'inner'),
        row: fc.nat(3),
        inner: fc.nat(2),
      }),
      fc.record({ kind: fc.constantFrom('wait' as const, 'undo' as const, 'type' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 25 }), async acts => {
        const { form, controller, session, link, end } = await openScript({
          values: {
            a: [{ value: 'stored', element_path: ['g', 0, 'a'] }],
            note: [{ value: 'deep', element_path: ['g', 0, 'inner', 1, 'note'] }],
          },
        });
        const seen = (): unknown => {
          const rows = (group: (string | number)[]): (string | number)[][] =>
            Array.from({ length: form.rowCount(group) }, (_, row) => [...group, row]);
          return {
            top: form.get('top'),
            given: form.get('given'),
            apart: form.get('apart'),
            read: form.get('read'),
            secret: form.get('secret'),
            always: rows(['always']).map(row => form.get([...row, 'c'])),
            g: rows(['g']).map(row => ({
              a: form.get([...row, 'a']),
              b: form.get([...row, 'b']),
              inner: rows([...row, 'inner']).map(inner => form.get([...inner, 'note'])),
            })),
          };
        };
        for (const each of acts) {
          try {
            if (each.kind === 'set') form.set(each.id as never, each.value as never);
            else if (each.kind === 'cell')
              form.set(
                each.id === 'c'
                  ? ['always', each.row, 'c']
                  : each.id === 'note'
                    ? ['g', each.row, 'inner', each.inner, 'note']
                    : ['g', each.row, each.id],
                each.id === 'b' ? each.value.length : each.value,
              );
            else if (each.kind === 'append') form.appendRow(each.id === 'inner' ? ['g', each.row, 'inner'] : each.id);
            else if (each.kind === 'delete')
              form.deleteRow(each.id === 'inner' ? ['g', each.row, 'inner', each.inner] : [each.id, each.row]);
            else if (each.kind === 'wait') await settled();
            else if (each.kind === 'undo') session.undo();
            else controller.set(controller.plan.component('top')!, ['top'], 'by hand');
          } catch (error) {
            // Rows that are not there are refused at once; nothing else may be wrong.
            expect((error as Error).message).toMatch(/is not there/);
          }
        }
        const foreseen = seen();
        const alone = !acts.some(each => each.kind === 'undo' || each.kind === 'type');
        await settled();
        if (alone) expect(seen()).toEqual(foreseen);
        const known = new Map(scriptComponents(controller).map(each => [each.id, each]));
        const truth = readSnapshot(controller, known);
        const copy = {
          top: controller.value(controller.plan.component('top')!, ['top']),
          rows: controller.rowCount(controller.plan.component('g')!, ['g']),
        };
        expect({ top: form.get('top'), rows: form.rowCount('g') }).toEqual(copy);
        for (const { path, value } of truth.values.values()) expect(form.get(path)).toEqual(value);
        for (const { path, count } of truth.rows.values()) expect(form.rowCount(path)).toBe(count);
        link.close();
        end.close();
      }),
      { numRuns: 150 },
    );
  });
});
