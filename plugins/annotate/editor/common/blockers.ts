import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { Comment, Instance } from '#plugins/annotate/annotations/common/index.ts';
import { missingGroups } from '#plugins/annotate/annotations/common/index.ts';

/** Something that is left to do before an item moves on, and the place where it is done. */
export interface Blocker {
  readonly text: string;
  /** Kind of the constraint of workflows that asks for it. */
  readonly constraint?: string;
  readonly place: { readonly kind: 'object' | 'thread'; readonly id: string };
}

/** Required attributes without a value, object by object. */
export function missingAttributes(
  instances: readonly Instance[],
  classes: readonly AnnotationClass[],
): readonly Blocker[] {
  const byId = new Map(classes.map(each => [each.id, each]));
  return instances.flatMap((instance, at) => {
    const owner = byId.get(instance.classId);
    return owner === undefined
      ? []
      : missingGroups(instance, owner).map(group => ({
          text: `${owner.name} #${at + 1}: “${group.name}” is required`,
          constraint: 'required_attributes',
          place: { kind: 'object' as const, id: instance.id },
        }));
  });
}

/** Comments that nobody has resolved. */
export function openComments(comments: readonly Comment[]): readonly Blocker[] {
  return comments
    .filter(each => !each.resolved)
    .map(({ id, correspondence: [first] }) => ({
      text: `Open comment: “${excerpt(first?.text ?? '')}”`,
      constraint: 'all_comments_resolved',
      place: { kind: 'thread' as const, id },
    }));
}

/** True when the item cannot move on before it is done: the workflow asks for it. */
export const isBinding = ({ constraint }: Blocker, constraints: readonly string[]): boolean =>
  constraint !== undefined && constraints.includes(constraint);

const excerpt = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
