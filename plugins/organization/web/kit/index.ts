export { PluginFaults } from '../plugin-faults.tsx';
export { PluginList } from '../plugin-list.tsx';
export type { PluginKind } from '../plugin-list.tsx';
export { ContributionParts, Fact, Facts, PluginLinks } from '../plugin-parts.tsx';
export { organizationPluginsKey, PluginSwitches } from '../plugin-switches.tsx';
