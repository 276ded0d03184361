import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonRecord } from '#plugins/annotate/annotations/common/index.ts';
import { readDocument } from '#plugins/annotate/annotations/common/index.ts';
import { MemorySession } from '#plugins/annotate/editor/web/kit/index.ts';
import { deleteRow, insertRow, moveRow, openForm, pathKey, storeForm } from '#plugins/annotate/form/common/index.ts';
import { FormController } from './form-controller.ts';

const form = {
  components: [
    { id: 'top', type: 'input', value: '' },
    { id: 'given', type: 'input', value: 'from the form' },
    { id: 'bound', type: 'input', value: '{{name}}' },
    { id: 'apart', type: 'input', value: '', exclude: true },
    {
      id: 'g',
      type: 'group',
      isTemplate: true,
      children: [
        { id: 'a', type: 'input', value: '' },
        { id: 'b', type: 'number', value: null },
      ],
    },
  ],
};

function deskOf(stored: JsonRecord = { metadata: { name: 'x' }, instances: [], comments: [] }): {
  readonly controller: FormController;
  readonly session: MemorySession;
  stored(): JsonRecord;
} {
  const session = new MemorySession({ id: 1, name: 'x', url: '' }, readDocument(openForm(stored)), []);
  session.particulars = { form, role: 3, status: 2, env: {} };
  return {
    controller: new FormController(session),
    session,
    stored: () => storeForm(session.scene.document, true) as unknown as JsonRecord,
  };
}

const component = (controller: FormController, id: string): Parameters<FormController['set']>[0] =>
  controller.plan.component(id)!;

describe('an open form', () => {
  it('should show what the form gives, and store it with the first answer', () => {
    const { controller, stored } = deskOf();
    controller.setPayload({ name: 'Ada' });
    expect(['given', 'bound', 'top'].map(id => controller.value(component(controller, id), [id]))).toEqual([
      'from the form',
      'Ada',
      '',
    ]);
    expect(stored()['data']).toEqual({});
    controller.set(component(controller, 'top'), ['top'], 'typed');
    expect(stored()['data']).toEqual({
      given: [{ value: 'from the form', element_path: ['given'] }],
      bound: [{ value: 'Ada', element_path: ['bound'] }],
      top: [{ value: 'typed', element_path: ['top'] }],
    });
  });

  it('should keep excluded values out of the annotation', () => {
    const { controller, stored } = deskOf();
    controller.set(component(controller, 'apart'), ['apart'], 'mine');
    expect([controller.value(component(controller, 'apart'), ['apart']), stored()['data']]).toEqual(['mine', {}]);
  });

  it('should notify each field of its own value only', () => {
    const { controller } = deskOf();
    const changed: string[] = [];
    for (const key of ['top', 'g[0].a', 'g[0].b', 'rows g']) controller.topics.on(key, () => changed.push(key));
    controller.set(component(controller, 'top'), ['top'], 'x');
    expect(changed).toEqual(['top']);
    controller.set(component(controller, 'a'), ['g', 0, 'a'], 'y');
    expect(changed).toEqual(['top', 'rows g', 'g[0].a']);
  });

  it('should be the same when it is opened again, so that no conflict with one’s own work appears', () => {
    const { controller, session, stored } = deskOf();
    controller.set(component(controller, 'top'), ['top'], 'x');
    controller.set(component(controller, 'a'), ['g', 0, 'a'], 'zero');
    controller.edit(
      'row',
      insertRow(controller.plan, session.scene, ['g'], 0, undefined).map(each =>
        each.before === undefined && each.after !== undefined
          ? { ...each, after: controller.classed(each.after as never) }
          : each,
      ),
    );
    const again = readDocument(openForm(JSON.parse(JSON.stringify(stored())) as JsonRecord)).instances;
    const byId = (list: readonly { readonly id: string }[]): unknown =>
      Object.fromEntries(
        list.map(each => {
          const { className: _, ...rest } = each as { readonly id: string; readonly className?: string };
          return [each.id, rest];
        }),
      );
    expect(byId(again)).toEqual(byId(session.scene.instances));
  });

  it('should come back step by step by undo and redo, whatever was done', () => {
    const start = {
      metadata: { name: 'x' },
      data: {
        top: [{ value: 't', element_path: ['top'] }],
        a: [0, 1, 2].map(row => ({ value: `a${row}`, element_path: ['g', row, 'a'] })),
      },
      comments: [],
    };
    const step = fc.oneof(
      fc.record({ kind: fc.constant('type' as const), row: fc.nat(4), text: fc.string() }),
      fc.record({ kind: fc.constantFrom('insert' as const, 'delete' as const), row: fc.nat(4), text: fc.constant('') }),
      fc.record({ kind: fc.constant('move' as const), row: fc.nat(4), text: fc.constant('') }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 15 }), steps => {
        const { controller, session, stored } = deskOf(start);
        const states = [JSON.stringify(stored())];
        for (const { kind, row, text } of steps) {
          const count = controller.heldRows(['g']);
          const { length } = session.history;
          if (kind === 'type') controller.set(component(controller, 'a'), ['g', Math.min(row, count), 'a'], text);
          else if (kind === 'insert')
            controller.edit(
              'insert',
              insertRow(controller.plan, session.scene, ['g'], Math.min(row, count), undefined),
            );
          else if (count > 0)
            controller.edit(
              kind,
              kind === 'delete'
                ? deleteRow(session.scene, ['g'], row % count)
                : moveRow(session.scene, ['g'], row % count, (row + 1) % count),
            );
          if (session.history.length > length) states.push(JSON.stringify(stored()));
        }
        const last = states.at(-1);
        for (const state of states.slice(0, -1).toReversed()) {
          expect(session.undo()).toBe(true);
          expect(JSON.stringify(stored())).toBe(state);
        }
        while (session.redo());
        expect(JSON.parse(JSON.stringify(stored()))).toEqual(JSON.parse(last!));
        expect(
          session.scene.instances.every(
            each =>
              each.id === pathKey((each as unknown as { element_path: readonly (string | number)[] }).element_path),
          ),
        ).toBe(true);
      }),
    );
  });
});
