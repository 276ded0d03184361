import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { Author } from '#plugins/annotate/annotations/common/index.ts';
import { withGroupValue } from '#plugins/annotate/annotations/common/index.ts';
import { newEntity } from '../text-instances.ts';
import type { TextEntity } from '../text-instances.ts';
import type { DictionaryEntry } from './dictionary.ts';

/**
 * Returns the span of an accepted suggestion, with the values of its entry beside those of its class. It is marked as
 * proposed, not drawn. Places in code points.
 */
export function suggestedSpan(
  place: { readonly start: number; readonly end: number },
  { values }: DictionaryEntry,
  owner: AnnotationClass,
  by: Author,
  now: Date = new Date(),
): TextEntity {
  const bare: TextEntity = { ...newEntity(place, owner, by, now), creationType: 'Prediction' };
  return values.reduce<TextEntity>((span, { group_id: id, value }) => {
    const group = owner.attribute_groups.find(each => each.id === id);
    return group === undefined ? span : (withGroupValue(span, group, value) as TextEntity);
  }, bare);
}
