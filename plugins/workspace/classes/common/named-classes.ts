import type { ClassInput } from './annotation-class.ts';
import { nextPaletteColor } from './class-palette.ts';

/**
 * Returns new classes of the names in a text, one a line, in their order; each has a colour of its own as long as the
 * palette has one. Empty lines and repeated names, whatever their case, are left out.
 */
export function namedClasses(text: string, type: ClassInput['type']): readonly ClassInput[] {
  const classes: ClassInput[] = [];
  for (const name of text.split('\n').map(line => line.trim()))
    if (name !== '' && classes.every(each => each.name.toLowerCase() !== name.toLowerCase()))
      classes.push({ name, color: nextPaletteColor(classes.map(each => each.color)), type, attribute_groups: [] });
  return classes;
}
