import type { Kysely, RawBuilder } from 'kysely';
import type { RequestContext } from '#core/api/server/index.ts';
import type { AlikeItems, TargetCounts } from './target-counts.ts';
import { countByItem, countTargets } from './target-counts.ts';
import { OfVectorVersion } from './vector-versions.ts';

/** Factor of an item's id in an entry; the place of its counts is below it. */
const FACTOR = 2 ** 20;
const NOTHING: TargetCounts = { total: 0, open: 0, unreadable: 0 };

/** Numbers of pictures and objects of each item of a project, and of all together. Counting some items again makes another one. */
export class TargetTally {
  private constructor(
    readonly counts: TargetCounts,
    /** `id * FACTOR + place of its counts` for each item that has any. */
    private readonly entries: Float64Array,
    private readonly kinds: readonly TargetCounts[],
  ) {}

  /** Returns the tally of all items of a project. */
  static of(alike: readonly AlikeItems[]): TargetTally {
    return new TargetTally(NOTHING, new Float64Array(0), []).replaced([], alike);
  }

  /** Bytes of memory, about. */
  get bytes(): number {
    return this.entries.byteLength + this.kinds.length * 64;
  }

  /** Returns a tally with other counts of some items; those that are not in `alike` have none left. */
  replaced(itemIds: Iterable<number>, alike: readonly AlikeItems[]): TargetTally {
    const gone = new Set(itemIds);
    const kinds = [...this.kinds];
    const placeOf = new Map(kinds.map((each, place) => [keyOf(each), place]));
    let { total, open, unreadable } = this.counts;
    const add = (counts: TargetCounts, sign: 1 | -1): void => {
      total += sign * counts.total;
      open += sign * counts.open;
      unreadable += sign * counts.unreadable;
    };
    const staying = this.entries.filter(entry => {
      if (!gone.has(Math.floor(entry / FACTOR))) return true;
      add(this.kinds[entry % FACTOR]!, -1);
      return false;
    });
    const added = alike.flatMap(({ counts, itemIds: ids }) => {
      const key = keyOf(counts);
      const place = placeOf.get(key) ?? kinds.push(counts) - 1;
      placeOf.set(key, place);
      return ids.map(id => {
        add(counts, 1);
        return id * FACTOR + place;
      });
    });
    const entries = new Float64Array(staying.length + added.length);
    entries.set(staying);
    entries.set(added, staying.length);
    return new TargetTally({ total, open, unreadable }, entries, kinds);
  }
}

/** Tallies that are kept in memory, in bytes of all projects together. */
const MOST_KEPT = 64 * 1024 * 1024;

/** Keeps the tallies of projects: after a write, only the items that it changed are counted again. */
export class TargetTallies {
  readonly #kept = new OfVectorVersion<TargetTally>(MOST_KEPT, each => each.bytes);

  /** Numbers of the targets of a project that a provider has or needs vectors of; `kept` where it has some. */
  async counts(
    trx: Kysely<unknown>,
    context: RequestContext,
    of: { readonly projectId: number; readonly provider: string; readonly kept: boolean },
    targets: RawBuilder<unknown>,
  ): Promise<TargetCounts> {
    // Writes are noted in projects that have vectors only.
    if (!of.kept) return countTargets(trx, targets);
    const tally = await this.#kept.of(trx, context, of, {
      all: async () => TargetTally.of(await countByItem(trx, targets)),
      changed: async (kept, ids) => kept.replaced(ids, await countByItem(trx, targets, ids)),
    });
    return tally.counts;
  }
}

const keyOf = ({ total, open, unreadable }: TargetCounts): string => `${total} ${open} ${unreadable}`;
