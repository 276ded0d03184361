import { inject } from 'inversify';
import { Egress } from '#core/egress/server/index.ts';
import { ModelsFolderToken } from '#core/kernel/server/index.ts';
import { OutsideTracker, trackerConnection } from './outside-tracker.ts';

/** Finds the tracker that an operator connected. */
export class Trackers {
  constructor(
    @inject(Egress) private readonly egress: Egress,
    @inject(ModelsFolderToken) private readonly modelsFolder: string,
  ) {}

  /** Undefined when none is connected. A connection is noticed without a restart. */
  async connected(): Promise<OutsideTracker | undefined> {
    const service = await trackerConnection.of(this.modelsFolder);
    return service === undefined ? undefined : new OutsideTracker(this.egress, service);
  }
}
