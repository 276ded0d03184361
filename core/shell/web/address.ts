import type { Navigation } from '#core/kernel/web/index.ts';
import type { AppRouter } from './router.tsx';

/** The address bar for services: follows whichever router is the present one. */
export interface Address {
  readonly navigation: Navigation;
  follow(router: AppRouter): void;
}

export function openAddress(): Address {
  let current: AppRouter | undefined;
  /** Ends the waiting of those who went somewhere with the router before: it reports nothing any more. */
  let ended = new AbortController();
  return {
    navigation: {
      get path() {
        return location.pathname;
      },
      go(path, options) {
        if (current !== undefined) void current.navigate(path, { replace: options?.replace ?? false });
        else history[options?.replace === true ? 'replaceState' : 'pushState'](undefined, '', path);
      },
      async visit(path) {
        const router = current;
        if (router === undefined) {
          history.pushState(undefined, '', path);
          return true;
        }
        const [before, { signal }] = [router.state.location.key, ended];
        await settled(router, router.navigate(path), signal);
        return signal.aborted || router.state.location.key !== before;
      },
      back: () => history.back(),
    },
    follow(router) {
      ended.abort();
      ended = new AbortController();
      current = router;
    },
  };
}

/** Until a navigation has arrived, or who was asked before leaving has said no. */
async function settled(router: AppRouter, going: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }));
  const isSettled = (): boolean =>
    router.state.navigation.state === 'idle' &&
    [...router.state.blockers.values()].every(each => each.state === 'unblocked');
  await Promise.race([going, aborted]);
  if (signal.aborted || isSettled()) return;
  let stop = (): void => undefined;
  const answered = new Promise<void>(resolve => {
    stop = router.subscribe(() => {
      if (isSettled()) resolve();
    });
  });
  await Promise.race([answered, aborted]);
  stop();
}
