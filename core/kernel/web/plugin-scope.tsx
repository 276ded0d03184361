import type { Container } from 'inversify';
import { createContext, useContext } from 'react';
import type { JSX, ReactNode } from 'react';
import type { ServiceToken } from '../common/index.ts';

const Scope = createContext<Container | undefined>(undefined);

/** Everything below reaches services of one plugin (or of the core) by `useService`. */
export function PluginScope({
  container,
  children,
}: {
  readonly container: Container;
  readonly children: ReactNode;
}): JSX.Element {
  return <Scope.Provider value={container}>{children}</Scope.Provider>;
}

/** A service by its token, from the plugin this component belongs to. Components never see the container. */
export function useService<T>(service: ServiceToken<T>): T {
  const container = useContext(Scope);
  if (container === undefined) throw new Error('useService needs a PluginScope above it');
  return container.get<T>(service);
}
