import { token } from '#core/base/common/index.ts';

/** The address bar, for services and commands; components use the router. */
export interface Navigation {
  readonly path: string;
  /** Leads to a path of this app; `replace` leaves no entry in the history. */
  go(path: string, options?: { readonly replace?: boolean }): void;
  back(): void;
}

export const NavigationToken = token<Navigation>('core/navigation');
