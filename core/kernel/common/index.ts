export { enablementOf, reasonText } from './enablement.ts';
export type { Because, Enablement, EnablementRules } from './enablement.ts';
export { activationsOf, definePlugin, fitManifest, reachOf, wakesWith } from './manifest.ts';
export type {
  Activation,
  CommandDeclaration,
  Declared,
  FrameName,
  JobDeclaration,
  Manifest,
  MenuEntry,
  PanelDeclaration,
  RouteDeclaration,
} from './manifest.ts';
export { findService, provide, provideFrom, serviceContainer } from './services.ts';
export type { ServiceToken } from './services.ts';
export { validateManifests } from './validate-manifests.ts';
export { BROWSER_FAULT_LIMITS, jobView, kernelApi, pluginState } from './api.ts';
export type { BrowserFault, JobView } from './api.ts';
export { ACCESS_WORDS } from './access-words.ts';
export { admitManifests, withDependents } from './admit-manifests.ts';
export type { Admission } from './admit-manifests.ts';
export { OUTSIDE_META, PACKAGE_FILE, PLUGIN_SDK, readPackage } from './plugin-package.ts';
export type { OutsideWebPlugin, PluginPackage } from './plugin-package.ts';
export { givenModules, pluginModule, takeHalf } from './plugin-module.ts';
export type { PluginModules } from './plugin-module.ts';
export { isHookOf, readHookDocs } from './hook-docs.ts';
export type { HookDoc } from './hook-docs.ts';
