import type { Edit, HistoryCheckpoint } from '#plugins/annotate/annotations/common/index.ts';
import type { DocumentToSend } from './mask/mask-keeper.ts';

/** One save of a document as it is sent, the same again until it is answered. */
export interface SaveAttempt {
  readonly op: string;
  readonly base: number;
  readonly data: DocumentToSend;
  /** The mask it names is stored. */
  readonly maskStored: () => void;
  /** The edits that it holds. */
  readonly edits: readonly Edit[];
  /** Nothing but the edits sets what is sent apart from what is stored as `base`. */
  readonly isEdited: boolean;
  readonly checkpoint: HistoryCheckpoint;
}
