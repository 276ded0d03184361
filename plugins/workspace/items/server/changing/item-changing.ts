import { inject } from 'inversify';
import { isDeepStrictEqual } from 'node:util';
import type { Fault } from '#core/base/common/index.ts';
import { invalidField, notFound } from '#core/base/common/index.ts';
import type { BulkResult } from '#core/api/common/index.ts';
import type { RequestContext } from '#core/api/server/index.ts';
import type { ChangeCounts } from '../../common/change-outcome.ts';
import { mergedReasons } from '../../common/change-outcome.ts';
import { ItemReader } from '../item-reader.ts';
import type { ItemRow } from '../items-hooks.ts';
import { ItemsHooks } from '../items-hooks.ts';
import { ValueAnnouncements } from '../value-announcements.ts';
import type { ChangePurpose, ItemChange, ItemState } from './item-change.ts';
import type { Refusals } from './items-refused.ts';
import { noRefusals, withoutRefused } from './items-refused.ts';

/** A change as it is asked for. */
export interface AskedChange {
  readonly kind: string;
  readonly value?: unknown;
}

/** Value of an item before and after a change. */
export interface FormerState {
  readonly item_id: number;
  readonly before: ItemState;
  readonly after: ItemState;
}

/** Outcomes of some items. `since` were changed by somebody else and are left alone. */
export interface ChangedItems {
  readonly changed: readonly FormerState[];
  readonly same: readonly number[];
  readonly since: readonly number[];
  readonly refused: readonly { readonly id: number; readonly fault: Fault }[];
}

/** Items with what they have and what they are to have, by id. */
interface PlannedStates {
  readonly rows: ReadonlyMap<number, ItemRow>;
  readonly now: ReadonlyMap<number, ItemState>;
  readonly wanted: ReadonlyMap<number, ItemState>;
}

/**
 * Changes items of a project, some at a time, each such step one transaction; what speaks against one item does not
 * stop the others.
 */
export class ItemChanging {
  readonly #kinds = new WeakMap<ItemChange, string>();

  constructor(
    @inject(ItemReader) private readonly reader: ItemReader,
    @inject(ItemsHooks) private readonly hooks: ItemsHooks,
    @inject(ValueAnnouncements) private readonly announcements: ValueAnnouncements,
  ) {}

  /**
   * The change, ready to be made. With `demand` the caller needs its right.
   * @throws Fault INVALID_FIELD, FORBIDDEN and what the kind throws.
   */
  async open(
    context: RequestContext,
    projectId: number,
    { kind, value }: AskedChange,
    { purpose = 'change', demand = true }: { readonly purpose?: ChangePurpose; readonly demand?: boolean } = {},
  ): Promise<ItemChange> {
    const known = this.hooks.changing.keys.includes(kind)
      ? await this.hooks.changing.for(kind).promise(context, projectId)
      : undefined;
    if (known === undefined)
      throw invalidField('change.kind', `must be one of ${this.hooks.changing.keys.toSorted().join(', ')}`);
    if (demand) await context.demand(known.access, { projectId });
    const change = await known.open(context, projectId, value, purpose);
    this.#kinds.set(change, kind);
    return change;
  }

  /** Changes items for a caller whose right was asked before, and says what became of each. */
  async apply(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
    asked: AskedChange,
  ): Promise<BulkResult> {
    const change = await this.open(context, projectId, asked, { demand: false });
    return bulkResultOf(await withoutRefused(refused => this.change(context, projectId, ids, change, refused)));
  }

  /** Makes a change to items the caller sees, apart from those that are `refused` already. @throws ItemsRefused */
  async change(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
    change: ItemChange,
    before: Refusals = noRefusals,
  ): Promise<ChangedItems> {
    return context.transaction(async () => {
      const rows = await this.reader.byIds(context, projectId, ids, { lock: true, deleted: change.on === 'deleted' });
      const { now, wanted, same } = await plan(rows, change);
      const { written, refused } = await this.#write(context, projectId, change, { rows, now, wanted, before });
      return {
        changed: written.map(id => ({ item_id: id, before: now.get(id) ?? null, after: wanted.get(id) })),
        same,
        since: [],
        refused: [...missing(ids, rows), ...refused],
      };
    });
  }

  /** Counts what a change would do to items the caller sees. Nothing is written. */
  async preview(
    context: RequestContext,
    projectId: number,
    ids: readonly number[],
    change: ItemChange,
  ): Promise<ChangeCounts> {
    return context.transaction(async () => {
      const rows = await this.reader.byIds(context, projectId, ids, { deleted: change.on === 'deleted' });
      const { now, wanted, same } = await plan(rows, change);
      const asked = [...wanted.keys()].map(id => rows.get(id)!);
      const refusals = (await change.refusals?.(asked, wanted)) ?? new Map<number, Fault>();
      const refused = [...refusals].map(([id, fault]) => ({ id, fault }));
      return countsOf({
        changed: asked
          .filter(row => !refusals.has(row.id))
          .map(({ id }) => ({ item_id: id, before: now.get(id) ?? null, after: wanted.get(id) })),
        same,
        since: [],
        refused: [...missing(ids, rows), ...refused],
      });
    });
  }

  /** Gives items back what they had, as long as they still have what the change gave them. @throws ItemsRefused */
  async undo(
    context: RequestContext,
    projectId: number,
    former: readonly FormerState[],
    change: ItemChange,
    before: Refusals = noRefusals,
  ): Promise<ChangedItems> {
    return context.transaction(async () => {
      const ids = former.map(each => each.item_id);
      const rows = await this.reader.byIds(context, projectId, ids, {
        lock: true,
        deleted: change.leaves === 'deleted',
      });
      const now = await change.read([...rows.values()]);
      const wanted = new Map<number, ItemState>();
      const since: number[] = [];
      for (const { item_id: id, before: old, after } of former) {
        if (!rows.has(id)) continue;
        if (isDeepStrictEqual(now.get(id) ?? null, after)) wanted.set(id, old);
        else since.push(id);
      }
      const { written, refused } = await this.#write(context, projectId, change, { rows, now, wanted, before });
      return {
        changed: written.map(id => ({ item_id: id, before: now.get(id) ?? null, after: wanted.get(id) })),
        same: [],
        since,
        refused: [...missing(ids, rows), ...refused],
      };
    });
  }

  async #write(
    context: RequestContext,
    projectId: number,
    change: ItemChange,
    { rows, now, wanted, before }: PlannedStates & { readonly before: Refusals },
  ): Promise<{ readonly written: readonly number[]; readonly refused: ChangedItems['refused'] }> {
    const asked = [...wanted.keys()].map(id => rows.get(id)!);
    const refusals = new Map([...((await change.refusals?.(asked, wanted)) ?? []), ...before]);
    const admitted = asked.filter(row => !refusals.has(row.id));
    if (admitted.length > 0) {
      await change.write(admitted, wanted);
      const kind = this.#kinds.get(change);
      if (kind !== undefined)
        await this.announcements.announce(
          context,
          projectId,
          kind,
          admitted.map(item => ({ item, before: now.get(item.id) ?? null, after: wanted.get(item.id) })),
        );
    }
    return { written: admitted.map(row => row.id), refused: [...refusals].map(([id, fault]) => ({ id, fault })) };
  }
}

/** Returns the present and the wanted states of items, and those that are equal. */
async function plan(
  rows: ReadonlyMap<number, ItemRow>,
  change: ItemChange,
): Promise<Omit<PlannedStates, 'rows'> & { readonly same: readonly number[] }> {
  const now = await change.read([...rows.values()]);
  const wanted = new Map<number, ItemState>();
  const same: number[] = [];
  for (const id of rows.keys()) {
    const next = change.wanted(now.get(id) ?? null);
    if (isDeepStrictEqual(next, now.get(id) ?? null)) same.push(id);
    else wanted.set(id, next);
  }
  return { now, wanted, same };
}

/** Returns the counts of the outcomes, with the reasons of refused items. */
export const countsOf = ({ changed, same, since, refused }: ChangedItems): ChangeCounts => ({
  changed: changed.length,
  same: same.length,
  since: since.length,
  refused: mergedReasons(refused.map(({ fault }) => ({ code: fault.code, message: fault.message, count: 1 }))),
});

/** Returns the outcomes of items, as calls answer them. */
export function bulkResultOf({ changed, same, refused }: ChangedItems): BulkResult {
  return {
    success: changed.map(each => each.item_id),
    skipped: [...same],
    failed: refused.map(({ id, fault }) => ({ id, code: fault.code, message: fault.message })),
  };
}

const missing = (ids: readonly number[], rows: ReadonlyMap<number, ItemRow>): ChangedItems['refused'] =>
  [...new Set(ids)].filter(id => !rows.has(id)).map(id => ({ id, fault: notFound('The item') }));
