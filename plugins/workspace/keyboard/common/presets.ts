import type { KeyChoices } from '#core/shortcuts/common/index.ts';

/** Key maps to begin with. */
export const presetNames = ['loupe', 'cvat', 'label-studio', 'qupath'] as const;
export type PresetName = (typeof presetNames)[number];

export interface Preset {
  readonly title: string;
  /** Choices that agree with that editor; whatever is not named keeps our key. */
  readonly keys: KeyChoices;
}

const digits = (scope: string, modifier: string): KeyChoices =>
  Object.fromEntries(
    Array.from({ length: 10 }, (_, position) => [
      `${scope}.class.${position + 1}`,
      [`${modifier}${(position + 1) % 10}`],
    ]),
  );

/**
 * CVAT's documented defaults: drawing again, frames, objects, order, save, undo, help, and classes with Ctrl. It has no
 * keys for its drawing tools, so those are ours, but for the letters that it uses otherwise.
 */
const cvat: KeyChoices = {
  ...digits('editor.vector', 'Ctrl+'),
  ...digits('editor.pixel', 'Ctrl+'),
  'editor.next': ['F', 'Alt+Right'],
  'editor.previous': ['D', 'Alt+Left'],
  'editor.save': ['Ctrl+S'],
  'editor.help': ['F1', '?'],
  'editor.undo': ['Ctrl+Z'],
  'editor.redo': ['Ctrl+Shift+Z', 'Ctrl+Y'],
  'editor.vector.repeat': ['N'],
  'editor.vector.next': ['Tab'],
  'editor.vector.previous': ['Shift+Tab'],
  'editor.vector.delete': ['Delete'],
  'editor.vector.delete-locked': ['Shift+Delete'],
  'editor.vector.copy': ['Ctrl+C'],
  'editor.vector.paste': ['Ctrl+V'],
  'editor.vector.lock': ['L'],
  'editor.vector.hide': ['H'],
  'editor.vector.peek': ['Alt+H'],
  'editor.vector.tool.polyline': ['Shift+L'],
  'editor.vector.group': ['G'],
  'editor.vector.ungroup': ['Shift+G'],
  'editor.vector.to-back': ['-'],
  'editor.vector.to-front': ['+', '='],
  'editor.pixel.new-object': ['N'],
  'editor.pixel.merge': ['M'],
  'editor.pixel.split': ['Alt+M'],
  'editor.pixel.delete': ['Delete'],
  'editor.pixel.tool.fill': ['Shift+W'],
};

/**
 * Label Studio's documented defaults: submit, next and previous task, undo, regions, the digits for labels, and the
 * move and polygon tools. Its other tools get their keys by each project.
 */
const labelStudio: KeyChoices = {
  ...digits('editor.vector', ''),
  ...digits('editor.pixel', ''),
  'editor.primaryTransition': ['Ctrl+Enter'],
  'editor.next': ['Ctrl+Right', 'Right'],
  'editor.previous': ['Ctrl+Left', 'Left'],
  'editor.undo': ['Ctrl+Z'],
  'editor.redo': ['Ctrl+Shift+Z'],
  'editor.vector.duplicate': ['Ctrl+D'],
  'editor.vector.delete': ['Backspace', 'Delete'],
  'editor.vector.lock': ['Alt+L'],
  'editor.vector.hide': ['Alt+H'],
  'editor.vector.next': ['Alt+.', 'Tab'],
  'editor.vector.tool.select': ['V'],
  'editor.vector.tool.polygon': ['P'],
  'editor.pixel.delete': ['Backspace', 'Delete'],
  'editor.pixel.hide': ['Alt+H'],
  'editor.pixel.hide-all': ['H'],
  'editor.pixel.next': ['Alt+.', 'Tab'],
};

/**
 * QuPath's documented defaults: its tools by letter, duplicate, save, undo, and the switches of what is shown. It has
 * no keys for classes and for going to the next image.
 */
const qupath: KeyChoices = {
  'editor.save': ['Ctrl+S'],
  'editor.undo': ['Ctrl+Z'],
  'editor.redo': ['Ctrl+Shift+Z', 'Ctrl+Y'],
  'editor.next': ['Alt+Right', 'Right'],
  'editor.previous': ['Alt+Left', 'Left'],
  'editor.vector.tool.select': ['M'],
  'editor.vector.tool.box': ['R'],
  'editor.vector.tool.rotated-box': ['Shift+R'],
  'editor.vector.tool.ellipse': ['O'],
  'editor.vector.tool.polygon': ['P'],
  'editor.vector.tool.polyline': ['V'],
  'editor.vector.tool.point': ['.'],
  'editor.vector.duplicate': ['Shift+D'],
  'editor.disapproveItem': ['Alt+Shift+D'],
  'editor.vector.delete': ['Delete', 'Backspace'],
  'editor.pixel.tool.select': ['M'],
  'editor.pixel.merge': ['Shift+M'],
  'editor.pixel.tool.brush': ['B'],
  'editor.pixel.tool.wand': ['W'],
  'editor.pixel.tool.polygon': ['P'],
  'editor.pixel.outlines': ['F'],
  'editor.pixel.tool.fill': ['Shift+W'],
  'editor.pixel.hide-all': ['A', 'H'],
};

export const presets: Readonly<Record<PresetName, Preset>> = {
  loupe: { title: 'Loupe', keys: {} },
  cvat: { title: 'CVAT', keys: cvat },
  'label-studio': { title: 'Label Studio', keys: labelStudio },
  qupath: { title: 'QuPath', keys: qupath },
};
