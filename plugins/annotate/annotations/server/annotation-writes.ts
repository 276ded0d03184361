import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import type { DocumentIssue } from '../common/checks.ts';
import type { MissingResources } from '../common/resolve-classes.ts';
import type { DocumentSource, IntakeProject } from './document-intake.ts';
import type { KnownReview } from './review-rights.ts';

/** Options of storing a document. */
export interface PutOptions {
  /** `editor` when absent. */
  readonly source?: DocumentSource;
  readonly op?: string;
  /** Absent: written over whatever is there. */
  readonly base?: number;
  /** The item stays in its status; otherwise one that is not started is in progress from now on. */
  readonly keepStatus?: boolean;
  /** Read once for many items of one project. */
  readonly project?: IntakeProject;
  /** An earlier version of the item, with its review updated. */
  readonly restored?: boolean;
  /** The stored review, where it was read with the item. */
  readonly review?: KnownReview | undefined;
}

/** Outcome of storing a document. */
export interface PutResult {
  readonly revision: number;
  /** The operation was done before; nothing happened now. */
  readonly replayed: boolean;
  /** Status of the item now, and before this write. */
  readonly status: number;
  readonly statusBefore: number;
  readonly warnings: readonly DocumentIssue[];
  readonly missingResources: MissingResources;
}

/** A document that `prepare` took in, for `putPrepared`. */
export interface PreparedDocument {
  readonly item: ItemRow;
  readonly json: string;
  readonly instanceCount: number;
  readonly warnings: readonly DocumentIssue[];
  readonly missingResources: MissingResources;
  /** Names the save; the same one again does nothing. */
  readonly op?: string;
  /** The revision it was made on; either all documents of one call have one, or none. */
  readonly base?: number;
}
