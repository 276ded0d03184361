import { inject } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ConstraintFinding, ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { Annotations } from './annotations.ts';

/** Constraints of a transition that the annotations of an item alone decide. */
export class DocumentConstraints {
  constructor(@inject(Annotations) private readonly annotations: Annotations) {}

  /** Returns one finding for each comment that is not resolved; `where` is its id. */
  async openComments(context: RequestContext, item: ItemRow): Promise<readonly ConstraintFinding[]> {
    const { document } = await this.annotations.of(context, item);
    return document.comments
      .filter(each => each.resolved !== true)
      .map(each => ({
        message: `A comment is not resolved: ${excerpt(each.correspondence[0]?.text ?? '')}`,
        where: each.id,
      }));
  }

  /** Returns a finding when the item has fewer objects than `least`. Tags are no objects. */
  async fewObjects(context: RequestContext, item: ItemRow, least: number): Promise<readonly ConstraintFinding[]> {
    const { document } = await this.annotations.of(context, item);
    const count = document.instances.filter(each => each.type !== 'tag').length;
    return count >= least
      ? []
      : [{ message: `The item needs at least ${least} ${least === 1 ? 'object' : 'objects'} and has ${count}` }];
  }
}

const excerpt = (text: string): string => (text.length > 60 ? `“${text.slice(0, 59)}…”` : `“${text}”`);
