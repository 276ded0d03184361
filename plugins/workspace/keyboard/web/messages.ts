import { richMessage } from '#core/base/web/index.ts';

/** The texts of this plugin on screen, by the file that shows them. */
export const messages = {
  conflictQuestion: {
    keyBelongsTo: richMessage('{key} belongs to {holders}. Shall it be the key of “{command}”?'),
    thisKeyIsTaken: 'This key is taken',
    cancel: 'Cancel',
    keepBothOff: 'Keep both off',
    replace: 'Replace',
  },
  keyRecorder: {
    pressAKeyForTitle: (title: string) => `Press a key for ${title}`,
    pressAKey: 'Press a key, Esc cancels',
  },
  keyRow: {
    changeThisKey: 'Change this key',
    changeShownOfTitle: (shown: string, title: string) => `Change ${shown} of ${title}`,
    removeShownOfTitle: (shown: string, title: string) => `Remove ${shown} of ${title}`,
    addAKey: 'Add a key',
    addAKeyToTitle: (title: string) => `Add a key to ${title}`,
    backToThePresetsKeys: 'Back to the preset’s keys',
    resetTitle: (title: string) => `Reset ${title}`,
  },
  keySections: { everywhere: 'Everywhere', openItem: 'Open item', reviewMode: 'Review mode' },
  keyboardStore: { yourKeysWereChanged: 'Your keys were changed in another window and are shown as they are now.' },
  keysPage: {
    keyOfSeveral: richMessage('{key} is the key of {commands}; the first one that applies runs.'),
    resetAllKeys: 'Reset all keys?',
    yourChangesOfCountCommands: (count: number, title: string) =>
      `Your changes of ${count} ${count === 1 ? 'command' : 'commands'} are dropped; the keys of the preset “${title}” are back.`,
    resetAll: 'Reset all',
    yourKeysAreLoaded: 'Your keys are loaded.',
    keyboard: 'Keyboard',
    findACommand: 'Find a command',
    findACommandOrAKey: 'Find a command or a key',
    preset: 'Preset',
    presetTitle: (title: string) => `Preset: ${title}`,
    export: 'Export',
    import: 'Import',
    noCommandMatchesSearch: (search: string) => `No command matches “${search}”.`,
    titleCommandsAndTheirKeys: (title: string) => `${title}: commands and their keys`,
  },
};
