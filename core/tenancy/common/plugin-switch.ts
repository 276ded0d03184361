/**
 * Choice of an organization for a plugin; or, `withheld`, what the operator has for it: off, whatever its owner wants.
 */
export type PluginSwitch = 'on' | 'off' | 'withheld';
