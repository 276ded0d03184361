import { RevisionHook } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { EntityPair } from '../common/template.ts';

/** A numeric field whose values another plugin computes: they cannot be written. */
export interface ComputedField {
  /** Beyond the ids of stored fields: from `FIRST_COMPUTED_ID`. */
  readonly id: number;
  readonly name: string;
  /** By e-mail. */
  readonly values: ReadonlyMap<string, number>;
}

/** Hooks of other plugins into custom fields. */
export class CustomFieldsHooks {
  /** Computed fields of people; `projectId` is given for people of a project. */
  readonly computed = new RevisionHook<
    RequestContext,
    readonly ComputedField[],
    [pair: EntityPair, projectId: number | undefined]
  >('customFields.computed');
}
