import { RevisionHook } from '#core/base/common/index.ts';
import type { PersonReference } from './person-reference.ts';

/** Hooks of accounts. */
export class AccountHooks {
  /** Tables whose rows follow a person when two accounts are merged, in the order they are changed. */
  readonly personReferences = new RevisionHook<undefined, readonly PersonReference[]>('tenancy.personReferences');
}
