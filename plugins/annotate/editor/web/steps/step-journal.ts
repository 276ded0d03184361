import type { DBSchema, IDBPDatabase } from 'idb';
import { openDB } from 'idb';
import type { QueuedStep } from './queued-step.ts';

interface StepSchema extends DBSchema {
  steps: { key: [owner: string, itemId: number]; value: QueuedStep; indexes: { owner: string } };
}

/** Keeps queued steps in this browser, one for each person and item. */
export class StepJournal {
  private constructor(private readonly database: IDBPDatabase<StepSchema>) {}

  /** Opens the journal. Rejects where the browser keeps nothing, e.g. in some private windows. */
  static async open(): Promise<StepJournal> {
    return new StepJournal(
      await openDB<StepSchema>('loupe-steps', 1, {
        upgrade(database) {
          database.createObjectStore('steps', { keyPath: ['owner', 'itemId'] }).createIndex('owner', 'owner');
        },
      }),
    );
  }

  /** Returns the steps of a person in a team, oldest first. */
  async of(owner: string): Promise<readonly QueuedStep[]> {
    return (await this.database.getAllFromIndex('steps', 'owner', owner)).toSorted((one, other) => one.at - other.at);
  }

  async put(step: QueuedStep): Promise<void> {
    await this.database.put('steps', step);
  }

  async remove({ owner, itemId }: QueuedStep): Promise<void> {
    await this.database.delete('steps', [owner, itemId]);
  }
}
