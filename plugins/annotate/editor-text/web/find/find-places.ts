import { RE2JS } from 're2js';
import { sameStrings } from '../../common/same-strings.ts';
import type { Stretch } from '../../common/snap-selection.ts';
import { snapped } from '../../common/snap-selection.ts';
import type { FindAnswer, FindRequest } from './find-messages.ts';
import { mostHits } from './find-messages.ts';

type Matcher = ReturnType<RE2JS['matcher']>;

/**
 * The places of a text that a request means, none of them empty. The time of an expression grows with the text,
 * whatever the expression is (RE2 syntax).
 */
export function findPlaces(text: string, { pattern, exactCase, wholeWords, isExpression }: FindRequest): FindAnswer {
  if (!isExpression) return limited(sameStrings(text, pattern, { exactCase, wholeWords }));
  let matcher: Matcher;
  try {
    matcher = RE2JS.compile(pattern, RE2JS.MULTILINE | (exactCase ? 0 : RE2JS.CASE_INSENSITIVE)).matcher(text);
  } catch (error) {
    // The flags precede the pattern that is reported.
    const reason = (error as Error).message.replace(/^error parsing regexp: /, '').replace(/`(\(\?[a-z]\))+/, '`');
    return { error: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}` };
  }
  const found: Stretch[] = [];
  while (found.length <= mostHits && matcher.find()) {
    const place = { start: matcher.start(), end: matcher.end() };
    if (place.end > place.start && (!wholeWords || isWhole(text, place))) found.push(place);
  }
  return limited(found);
}

const limited = (hits: readonly Stretch[]): FindAnswer => ({
  hits: hits.slice(0, mostHits),
  more: hits.length > mostHits,
});

function isWhole(text: string, place: Stretch): boolean {
  const grown = snapped(text, place, 'word');
  return grown?.start === place.start && grown.end === place.end;
}
