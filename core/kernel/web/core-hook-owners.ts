import type { Container } from 'inversify';
import { Transport } from '#core/api/web/index.ts';
import { SessionStore } from '#core/auth/web/index.ts';
import type { CommandRegistry } from '#core/commands/web/index.ts';
import { ShortcutDispatcher } from '#core/shortcuts/web/index.ts';
import { findService } from '../common/index.ts';
import type { WebHooks } from './web-hooks.ts';

/** Returns the objects of the core whose properties are hooks, as far as the container has them. */
export function coreHookOwners(core: Container, hooks: WebHooks, commands: CommandRegistry): readonly object[] {
  const services = [
    findService(core, Transport)?.hooks,
    findService(core, SessionStore),
    findService(core, ShortcutDispatcher),
  ];
  return [hooks, commands, ...services.filter(each => each !== undefined)];
}
