import type { Navigation } from '#core/kernel/web/index.ts';
import type { AppRouter } from './router.tsx';

/** The address bar for services: follows whichever router is the present one. */
export interface Address {
  readonly navigation: Navigation;
  follow(router: AppRouter): void;
}

export function openAddress(): Address {
  let current: AppRouter | undefined;
  return {
    navigation: {
      get path() {
        return location.pathname;
      },
      go(path, options) {
        if (current !== undefined) void current.navigate(path, { replace: options?.replace ?? false });
        else history[options?.replace === true ? 'replaceState' : 'pushState'](undefined, '', path);
      },
      back: () => history.back(),
    },
    follow(router) {
      current = router;
    },
  };
}
