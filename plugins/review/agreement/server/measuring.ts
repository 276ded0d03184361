import { inject } from 'inversify';
import type { Kysely } from 'kysely';
import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import type { RequestContext } from '#core/api/server/index.ts';
import type { AttributeGroupType } from '#plugins/workspace/classes/common/index.ts';
import { Classes } from '#plugins/workspace/classes/server/kit/index.ts';
import type { Instance } from '#plugins/annotate/annotations/common/index.ts';
import { documentKind, maskField, recordsOf } from '#plugins/annotate/annotations/common/index.ts';
import { parsePartColor } from '#plugins/annotate/annotations/common/raster/index.ts';
import { Annotations, AnnotationHooks, Masks } from '#plugins/annotate/annotations/server/kit/index.ts';
import type { ItemRow } from '#plugins/workspace/items/server/kit/index.ts';
import { ProjectTypes } from '#plugins/workspace/projects/common/index.ts';
import { Projects } from '#plugins/workspace/projects/server/kit/index.ts';
import type { InstanceLook, ItemAgreement, ItemWork } from '../common/item-agreement.ts';
import { itemAgreement } from '../common/item-agreement.ts';
import { pairsOf } from '../common/statistics/matching.ts';
import type { SharedPixels } from '../common/statistics/shared-pixels.ts';
import type { AgreementTables } from './agreement-tables.ts';
import type { MaskPixels } from './mask-overlaps.ts';
import { maskPixels, sharedPixels } from './mask-overlaps.ts';
import type { WorkRow } from './work-rows.ts';

/** Items whose masks are compared at a time: each mask takes four bytes a pixel. */
const AT_ONCE = 1;

/** Measures how far people agree about an item. */
export class Measuring {
  readonly #turns = pLimit(AT_ONCE);

  constructor(
    @inject(Annotations) private readonly annotations: Annotations,
    @inject(AnnotationHooks) private readonly hooks: AnnotationHooks,
    @inject(Masks) private readonly masks: Masks,
    @inject(Classes) private readonly classes: Classes,
    @inject(Projects) private readonly projects: Projects,
    @inject(ProjectTypes) private readonly types: ProjectTypes,
  ) {}

  /** The documents of copies, with today's classes. */
  async works(context: RequestContext, item: ItemRow, rows: readonly WorkRow[]): Promise<readonly ItemWork[]> {
    const documents = await this.annotations.presented(
      context,
      item,
      rows.map(row => row.document),
    );
    return rows.map(({ email }, at) => ({ email, document: documents[at]! }));
  }

  /** Undefined with fewer than two. */
  async measure(
    context: RequestContext,
    item: ItemRow,
    works: readonly ItemWork[],
  ): Promise<ItemAgreement | undefined> {
    if (works.length < 2) return undefined;
    const type = (await this.projects.facts(context, item.project_id))?.type ?? 0;
    const outlining = this.hooks.outlining.for(this.types.wordOf(type));
    const groups = await this.#groups(context, item.project_id);
    const look: InstanceLook = {
      groupTypeOf: (className, groupName) => groups.get(`${className}\n${groupName}`),
      rings: instance => outlining.call(instance)?.rings ?? [],
    };
    if (documentKind(type) !== 'parts') return itemAgreement(works, look);
    const maskOverlap = await this.#turns(() => this.#maskOverlap(context, works));
    return itemAgreement(works, { ...look, maskOverlap });
  }

  /** Keeps what was measured of an item whose copies are all submitted. */
  async keep(
    context: RequestContext,
    item: ItemRow,
    works: readonly ItemWork[],
    agreement: ItemAgreement,
  ): Promise<void> {
    const written = {
      people: JSON.stringify(works.map(each => each.email)),
      score: agreement.score ?? null,
      f1: agreement.f1 ?? null,
      pairs: JSON.stringify(agreement.pairs),
      answers: JSON.stringify(agreement.answers),
      computed_at: new Date(),
    };
    await context.transaction((trx: Kysely<AgreementTables>) =>
      trx
        .insertInto('agreement.item')
        .values({ team_id: context.team.id, project_id: item.project_id, item_id: item.id, ...written })
        .onConflict(conflict => conflict.columns(['team_id', 'item_id']).doUpdateSet(written))
        .execute(),
    );
  }

  async #groups(context: RequestContext, projectId: number): Promise<ReadonlyMap<string, AttributeGroupType>> {
    const classes = await this.classes.ofProject(context, projectId);
    return new Map(
      classes.flatMap(each =>
        each.attribute_groups.map(group => [`${each.name}\n${group.name}`, group.group_type] as const),
      ),
    );
  }

  async #maskOverlap(
    context: RequestContext,
    works: readonly ItemWork[],
  ): Promise<NonNullable<InstanceLook['maskOverlap']>> {
    const decoded: MaskPixels[] = [];
    for (const { document } of works) decoded.push(await this.#pixels(context, document[maskField]));
    const shared = new Map<string, SharedPixels>();
    for (const [one, other] of pairsOf([...works.keys()]))
      shared.set(`${one} ${other}`, await sharedPixels(decoded[one]!, decoded[other]!));
    const colors = works.map(
      ({ document }) => new Map(document.instances.map(instance => [instance.id, colorsOf(instance)])),
    );
    return (a, b) => {
      const [one, other] = a.person < b.person ? [a, b] : [b, a];
      return shared
        .get(`${one.person} ${other.person}`)!
        .overlap(colors[one.person]!.get(one.id) ?? [], colors[other.person]!.get(other.id) ?? []);
    };
  }

  async #pixels(context: RequestContext, hash: unknown): Promise<MaskPixels> {
    const file = await this.masks.read(context, hash);
    return file === undefined ? { width: 0, pixels: new Uint32Array() } : maskPixels(await buffer(file));
  }
}

const colorsOf = (instance: Instance): readonly number[] =>
  recordsOf(instance['parts']).flatMap(part => parsePartColor(part['color']) ?? []);
