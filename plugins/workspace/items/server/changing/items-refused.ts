import { Fault } from '#core/base/common/index.ts';

/** Reasons against changes of items, by item id. */
export type Refusals = ReadonlyMap<number, Fault>;

export const noRefusals: Refusals = new Map();

/** Refuses some items after they were written: their transaction is rolled back, and the others may be tried again. */
export class ItemsRefused extends Fault {
  /** @param refusals at least one */
  constructor(readonly refusals: Refusals) {
    const [first] = refusals.values();
    super(first!.code, first!.message, { status: first!.status, details: first!.details });
  }
}

/** Runs a transaction, and again without the items that it refused in the end, until it refuses no others. */
export async function withoutRefused<T>(transaction: (refused: Refusals) => Promise<T>): Promise<T> {
  const refused = new Map<number, Fault>();
  for (;;) {
    const known = refused.size;
    try {
      return await transaction(refused);
    } catch (error) {
      if (!(error instanceof ItemsRefused)) throw error;
      for (const [id, fault] of error.refusals) refused.set(id, fault);
      if (refused.size === known) throw error;
    }
  }
}
