import { setImmediate } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { Fault, inTurns, stepping } from '#core/base/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { shapeProblem } from '#plugins/workspace/classes/common/index.ts';
import type { ClassIndex } from '../common/class-index.ts';
import type { AnnotationDocument, Instance } from '../common/document.ts';
import { isRecord, recordsOf } from '../common/json-value.ts';
import type { AnnotationTables } from './annotation-tables.ts';
import { wholeDocument } from './large/whole-document.ts';
import { listedIn } from './listed-in.ts';

/** Keeps objects within the shapes of their classes. What is stored already may stay: a limit can be set later. */
export class ShapeLimits {
  /**
   * Compares a document with the stored one, or with the `before` of somebody who works on a copy.
   * @throws Fault ANNOTATION_INVALID (422) naming class and shape of the objects that are new or were changed
   */
  async demand(
    context: RequestContext,
    item: ItemRow,
    document: Pick<AnnotationDocument, 'instances'>,
    { byId }: ClassIndex,
    before?: unknown,
  ): Promise<void> {
    const found: { readonly instance: Instance; readonly path: string; readonly message: string }[] = [];
    const finding = stepping(document.instances, (instance, at) => {
      const owner = byId.get(instance.classId)?.entry;
      const problem = owner === undefined ? undefined : shapeProblem(owner, instance.type);
      if (problem !== undefined) found.push({ instance, path: `instances[${at}].type`, message: problem });
    });
    await inTurns(finding, setImmediate);
    if (found.length === 0) return;
    const stored = new Map(
      (isRecord(before) ? recordsOf(before['instances']) : await this.#stored(context, item)).map(each => [
        each['id'],
        `${String(each['type'])} ${String(each['classId'])}`,
      ]),
    );
    const issues = found
      .filter(({ instance: { id, type, classId } }) => stored.get(id) !== `${type} ${classId}`)
      .map(({ path, message }) => ({ path, message }));
    const [first] = issues;
    if (first !== undefined)
      throw new Fault('ANNOTATION_INVALID', `The annotations could not be stored. ${first.path}: ${first.message}`, {
        status: 422,
        details: { issues: issues.slice(0, 500) },
      });
  }

  async #stored(context: RequestContext, item: ItemRow): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const { rows } = await context.transaction((trx: Kysely<AnnotationTables>) =>
      sql<{ id: string; type: string; classId: number }>`
      select each->>'id' as id, each->>'type' as type, (each->>'classId')::numeric::float8 as "classId"
        from annotations.annotation, jsonb_array_elements(${listedIn(sql`(${wholeDocument('annotation')})->'instances'`)}) as each
        where item_id = ${item.id} and jsonb_typeof(each->'classId') = 'number'`.execute(trx),
    );
    return rows;
  }
}
