import { expect, it } from 'vitest';
import { readForm } from '../form-document.ts';
import type { ElementPath } from './element-path.ts';
import { FormPlan } from './form-plan.ts';
import { readingOrder } from './reading-order.ts';

it('should follow the form, and rows in it', () => {
  const plan = new FormPlan(
    readForm({
      components: [
        { id: 'z', type: 'input' },
        {
          id: 'box',
          type: 'container',
          children: [
            {
              id: 'rows',
              type: 'group',
              children: [
                { id: 'q', type: 'input' },
                { id: 'a', type: 'input' },
              ],
            },
          ],
        },
        { id: 'b', type: 'input' },
      ],
    }).components,
  );
  const paths: readonly ElementPath[] = [['gone'], ['b'], ['rows', 10, 'q'], ['rows', 2, 'a'], ['rows', 2, 'q'], ['z']];
  expect(paths.toSorted((one, other) => readingOrder(plan, one, other))).toEqual([
    ['z'],
    ['rows', 2, 'q'],
    ['rows', 2, 'a'],
    ['rows', 10, 'q'],
    ['b'],
    ['gone'],
  ]);
});
