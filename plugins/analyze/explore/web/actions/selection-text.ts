import { MOST_SELECTED } from '../../common/search-api.ts';
import { messages } from '../messages.ts';

/**
 * Returns the text of the bar about the selection, of a result of `count` items, or of more than those when it is not
 * `exact`.
 */
export function selectionText(size: number, count: number, exact: boolean): string {
  const text = messages.selectionText.sizeSelected(size.toLocaleString('en'));
  return size >= MOST_SELECTED && (!exact || count > size) ? messages.selectionText.textTheMostAtOnce(text) : text;
}
