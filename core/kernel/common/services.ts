import type { Newable } from 'inversify';
import { Container } from 'inversify';
import type { Token } from '#core/base/common/index.ts';

/** The name of a service: a token, or its class. */
export type ServiceToken<T> = Token<T> | Newable<T>;

/** Makes a container of services, each made at its first use. A child also finds the services of its parent. */
export function serviceContainer(parent?: Container): Container {
  return new Container({ ...(parent === undefined ? {} : { parent }), defaultScope: 'Singleton', jitless: true });
}

/** Binds a service that is already made. */
export function provide<T>(container: Container, service: ServiceToken<T>, value: NoInfer<T>): void {
  container.bind<T>(service).toConstantValue(value);
}

/** Returns a service, or undefined where the container has none. */
export function findService<T>(container: Container, service: ServiceToken<T>): T | undefined {
  return container.isBound(service) ? container.get<T>(service) : undefined;
}

/** Binds a service that another container makes at the first use. */
export function provideFrom<T>(container: Container, service: ServiceToken<T>, provider: () => Container): void {
  container
    .bind<T>(service)
    .toDynamicValue(() => provider().get<T>(service))
    .inSingletonScope();
}

/** Returns services one by one, leaving out values that are no objects; each is made when it is reached. */
export function* servicesIn(container: Container, services: readonly ServiceToken<unknown>[]): Iterable<object> {
  for (const each of services) {
    const service = container.get(each);
    if (typeof service === 'object' && service !== null) yield service;
  }
}
