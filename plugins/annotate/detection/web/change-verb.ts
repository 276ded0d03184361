import type { ItemChangeView } from '#plugins/workspace/items/common/index.ts';
import { messages } from './messages.ts';

/** Returns what a run of a model, or its undo, did to items. */
export const changeVerb = ({ undo_of: undone }: Pick<ItemChangeView, 'undo_of'>): string =>
  undone === null ? messages.changeVerb.givenPredictions : messages.changeVerb.leftWithoutThem;
