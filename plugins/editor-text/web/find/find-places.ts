import { sameStrings } from '../../common/same-strings.ts';
import type { Stretch } from '../../common/snap-selection.ts';
import { snapped } from '../../common/snap-selection.ts';
import type { FindAnswer, FindRequest } from './find-messages.ts';
import { mostHits } from './find-messages.ts';

/** The places of a text that a request means, none of them empty; an expression may take for ever. */
export function findPlaces(text: string, { pattern, exactCase, wholeWords, isExpression }: FindRequest): FindAnswer {
  if (!isExpression) return limited(sameStrings(text, pattern, { exactCase, wholeWords }));
  let expression: RegExp;
  try {
    expression = new RegExp(pattern, exactCase ? 'gmu' : 'gimu');
  } catch (error) {
    return { error: (error as Error).message.replace(/^Invalid regular expression: /, '') };
  }
  const found: Stretch[] = [];
  for (const { index: start, 0: match } of text.matchAll(expression)) {
    const place = { start, end: start + match.length };
    if (match !== '' && (!wholeWords || isWhole(text, place))) found.push(place);
    if (found.length > mostHits) break;
  }
  return limited(found);
}

const limited = (hits: readonly Stretch[]): FindAnswer => ({ hits: hits.slice(0, mostHits), more: hits.length > mostHits });

function isWhole(text: string, place: Stretch): boolean {
  const grown = snapped(text, place, 'word');
  return grown?.start === place.start && grown.end === place.end;
}
