export { ContributionParts, Fact, Facts, Part, PluginLinks } from '../plugin-parts.tsx';
export { organizationPluginsKey, PluginSwitches } from '../plugin-switches.tsx';
