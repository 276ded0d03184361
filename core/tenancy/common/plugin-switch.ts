/** What an organization has chosen of a plugin; or, `withheld`, what the operator has for it: off, whatever its owner wants. */
export type PluginSwitch = 'on' | 'off' | 'withheld';
