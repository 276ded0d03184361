export { enablementOf, reasonText } from './enablement.ts';
export type { Because, Enablement, EnablementRules } from './enablement.ts';
export { definePlugin } from './manifest.ts';
export type { Activation, CommandDeclaration, Declared, FrameName, Manifest, MenuEntry, PanelDeclaration, RouteDeclaration } from './manifest.ts';
export { validateManifests } from './validate-manifests.ts';
export { jobView, kernelApi, pluginState } from './api.ts';
export type { JobView } from './api.ts';
export { ACCESS_WORDS } from './access-words.ts';
