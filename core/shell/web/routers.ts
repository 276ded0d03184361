import type { Address } from './address.ts';
import type { AppRouter } from './router.tsx';
import { buildRouter } from './router.tsx';
import type { Workbench } from './workbench.ts';

/** Keeps the one router of the present set of plugins; a new version disposes the one before. */
export class Routers {
  #version: number | undefined;
  #router: AppRouter | undefined;

  constructor(
    private readonly workbench: Workbench,
    private readonly address: Address,
  ) {}

  /** The router of a version of the workbench; the same object as long as the version stays. */
  of(version: number): AppRouter {
    if (this.#router === undefined || this.#version !== version) {
      this.#router?.dispose();
      this.#version = version;
      this.#router = buildRouter(this.workbench);
      this.address.follow(this.#router);
      this.#notifyWhenShown(this.#router);
    }
    return this.#router;
  }

  #notifyWhenShown(router: AppRouter): void {
    const isShown = ({ initialized, navigation }: AppRouter['state']): boolean =>
      initialized && navigation.state === 'idle';
    if (isShown(router.state)) return this.workbench.pageShown();
    const stop = router.subscribe(state => {
      if (!isShown(state)) return;
      stop();
      this.workbench.pageShown();
    });
  }
}
