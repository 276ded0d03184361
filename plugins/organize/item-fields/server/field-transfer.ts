import { inject } from 'inversify';
import type { RequestContext } from '#core/api/server/index.ts';
import type { CopyOrMoveFinding } from '#plugins/workspace/items/common/index.ts';
import type { ItemCopying, CrossProjectCopy } from '#plugins/workspace/items/server/kit/index.ts';
import type { FieldSpec } from '../common/field-spec.ts';
import { valuesFit } from '../common/field-spec.ts';
import type { CustomValues } from './custom-metadata.ts';
import { CustomMetadata } from './custom-metadata.ts';

type Schema = ReadonlyMap<string, FieldSpec>;

/** Carries values of items of one project to items of another one, by the names of their fields. */
export class FieldTransfer {
  constructor(@inject(CustomMetadata) private readonly metadata: CustomMetadata) {}

  /** Fields with values of the items that have no place in the other project. */
  async survey(
    context: RequestContext,
    { projectId: to, items, annotations }: CrossProjectCopy,
  ): Promise<readonly CopyOrMoveFinding[]> {
    if (!annotations) return [];
    const schema = await this.metadata.schema(context, to);
    const lost = lostOf(
      (
        await this.metadata.of(
          context,
          items.map(item => item.id),
        )
      ).values(),
      schema,
    );
    return [...lost].map(([name, count]): CopyOrMoveFinding => ({
      kind: 'Item fields',
      name,
      items: count,
      fate: 'left_out',
      obstacle: obstacleOf(name, schema),
    }));
  }

  /**
   * Values that fit the fields of the other project; the others are left out and listed. Inside the caller's
   * transaction.
   */
  async carry(context: RequestContext, { projectId: to, pairs, leaveOut }: ItemCopying): Promise<void> {
    const schema = await this.metadata.schema(context, to);
    const values = await this.metadata.of(
      context,
      pairs.map(each => each.source),
    );
    await this.metadata.replace(
      context,
      to,
      new Map(pairs.map(({ source, target }) => [target, fitting(values.get(source) ?? {}, schema)])),
    );
    for (const [name, count] of lostOf(values.values(), schema))
      leaveOut({
        code: 'CUSTOM_METADATA',
        message: `The item field “${name}” was left out. ${obstacleOf(name, schema)}`,
        count,
      });
  }
}

const obstacleOf = (name: string, schema: Schema): string =>
  schema.has(name) ? 'The values do not fit the field there.' : 'There is no such field there.';

const fits = ([name, value]: readonly [string, unknown], schema: Schema): boolean =>
  valuesFit({ [name]: value }, schema);

const fitting = (values: CustomValues, schema: Schema): CustomValues =>
  Object.fromEntries(Object.entries(values).filter(entry => fits(entry, schema)));

/** Fields by the number of items that lose a value of theirs. */
function lostOf(all: Iterable<CustomValues>, schema: Schema): ReadonlyMap<string, number> {
  const lost = new Map<string, number>();
  for (const values of all)
    for (const entry of Object.entries(values))
      if (!fits(entry, schema)) lost.set(entry[0], (lost.get(entry[0]) ?? 0) + 1);
  return lost;
}
