import { meets } from '#plugins/annotate/annotations/common/geometry/index.ts';
import type { Side } from '../common/arrange.ts';
import { alignAll, distributeAll } from '../common/arrange.ts';
import type { OrderStep } from '../common/drawing-order.ts';
import { reorderAll } from '../common/drawing-order.ts';
import { messages } from './messages.ts';
import type { VectorContext } from './vector-context.ts';

const orderLabels: Readonly<Record<OrderStep, string>> = {
  front: messages.shared.toFront,
  forward: messages.arrangeCommands.forward,
  backward: messages.arrangeCommands.backward,
  back: messages.shared.toBack,
};

/**
 * Brings the selected shapes in line, spreads them, and moves them in the drawing order. Each call is one history
 * entry.
 */
export class ArrangeCommands {
  readonly #context: VectorContext;

  constructor(context: VectorContext) {
    this.#context = context;
  }

  align(side: Side): void {
    const { session, size, author } = this.#context;
    session.edit(messages.arrangeCommands.align, alignAll(session.scene.selected, side, author, size));
  }

  distribute(axis: 'x' | 'y'): void {
    const { session, size, author } = this.#context;
    if (session.scene.selection.size < 3) session.notify(messages.arrangeCommands.selectThreeShapesOrMore);
    session.edit(messages.arrangeCommands.distribute, distributeAll(session.scene.selected, axis, author, size));
  }

  reorder(to: OrderStep): void {
    const { session, stage } = this.#context;
    const { index } = stage.layer;
    const overlaps = (one: string, other: string): boolean => {
      const [first, second] = [index.boundsOf(one), index.boundsOf(other)];
      return first !== undefined && second !== undefined && meets(first, second);
    };
    session.edit(orderLabels[to], reorderAll(session.scene.instances, session.scene.selection, to, overlaps));
  }
}
