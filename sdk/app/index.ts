import type { BridgeTransport } from '../bridge/transport.ts';
import { AppEnd } from './app-end.ts';

/** The way to the product, which the sandbox of an app gives it. */
declare const transport: BridgeTransport;

const end = new AppEnd(transport);

/** All that an app can do in the product. In components: `useWorkbench`. */
export const workbench = end.workbench;

/** Draws a component as the whole of the app, when the product has answered. */
export const mount: AppEnd['mount'] = component => end.mount(component);

/** Draws what the entry of an app exports as its default. The bundle calls it. */
export const begin = (entry: Readonly<Record<string, unknown>>): void => end.begin(entry);

/**
 * Does a command of the manifest whenever somebody chooses it, and if somebody chose it before:
 * `onCommand('refresh', () => …)`. Returns the way to stop. In components: `useCommand`.
 */
export const onCommand = (id: string, listener: () => void): (() => void) => end.commands.on(id, listener);

export { useAppContext, useAppEvent, useCall, useCommand, useTheme, useWorkbench } from './app-hooks.ts';
export type { CallState } from './app-hooks.ts';
export { BridgeError as CallError } from '../bridge/bridge-error.ts';
export type { AppColors, AppContext } from './app-context.ts';
export type {
  AppClass,
  AppDocument,
  AppFile,
  AppFoundItem,
  AppInstance,
  AppItem,
  AppModelAnswer,
  AppPerson,
  AppProject,
  AppReply,
  AppStatus,
  AppStored,
  AppThread,
  AppThreadPlace,
} from './app-data.ts';
export { APP_PLACES, APP_SDK_VERSION, CAPABILITIES } from './app-manifest.ts';
export type { AppCommand, AppManifest, AppMount, AppPlace, Capability } from './app-manifest.ts';
export { APP_LIMITS } from './app-wire.ts';
export type { OfItem, Stretch, Workbench, WorkbenchCalls, WorkbenchEvent, WorkbenchEvents } from './workbench.ts';
