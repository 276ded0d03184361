/** The move of an item to another status that the server has not answered yet. */
export interface QueuedStep {
  readonly to: number;
  /** Statuses the item was seen in; in any other one, somebody has moved it meanwhile. */
  readonly from: readonly number[];
  /**
   * Status that storing the work on the item leads to: it may have been stored by a page that was left without an
   * answer.
   */
  readonly afterSave: number;
  /** Person and team, e.g. `ana@example.com|3`. */
  readonly owner: string;
  readonly teamId: number;
  readonly projectId: number;
  readonly itemId: number;
  readonly itemName: string;
  /** Name of the status it leads to, e.g. `Quality check`. */
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Why the server, or a conflict, refused it; it is not sent again. */
  readonly refusal?: string;
}
