import type { AnnotationClass } from '#plugins/workspace/classes/common/index.ts';
import type { Dictionary, DictionaryEntry } from '../../common/dictionary/dictionary.ts';
import type { Stretch } from '../../common/snap-selection.ts';

/**
 * A place that the dictionary has a class for; no part of the document until it is accepted. Places in UTF-16 units.
 */
export interface Suggestion extends Stretch {
  /** Its place and class, which is how it is remembered when it is rejected. */
  readonly name: string;
  readonly entry: DictionaryEntry;
  readonly owner: AnnotationClass;
}

/** State of applying the dictionary to the open text. */
export interface SuggestionState {
  /** Applying the dictionary. */
  readonly busy: boolean;
  /** The dictionary was applied to this text. */
  readonly applied: boolean;
  readonly error: string | undefined;
  /** There are more places than are suggested. */
  readonly more: boolean;
  /** Name of the suggestion that keys are about. */
  readonly current: string | undefined;
}

/** Part of the editor that suggestions need. */
export interface SuggestionHost {
  /** The project's dictionary as it is stored now. */
  readonly dictionary: () => Promise<Dictionary>;
  /** Brings a place into view, in UTF-16 units. */
  readonly reveal: (place: number) => void;
}
