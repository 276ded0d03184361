import { token } from '#core/base/common/index.ts';

/** The address bar, for services and commands; components use the router. */
export interface Navigation {
  readonly path: string;
  /** Leads to a path of this app; `replace` leaves no entry in the history. */
  go(path: string, options?: { readonly replace?: boolean }): void;
  /**
   * Leads to a path of this app; true when the page has changed, false when the person was asked before leaving and
   * stays.
   */
  visit(path: string): Promise<boolean>;
  back(): void;
}

export const NavigationToken = token<Navigation>('core/navigation');
