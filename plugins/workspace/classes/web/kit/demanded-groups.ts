/**
 * Attribute groups of a class that demand a value from now on; panels at `classes.demanded` are given it as `demanded`,
 * with `onDone` to go away.
 */
export interface DemandedGroups {
  readonly projectId: number;
  readonly className: string;
  readonly groups: readonly { readonly id: number; readonly name: string }[];
}
