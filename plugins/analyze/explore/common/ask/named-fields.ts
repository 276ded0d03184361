import type { PhraseReader } from './phrase-reader.ts';

/** A field of the project or of items, and how it is written in queries. */
export interface NamedField {
  readonly name: string;
  readonly path: string;
  readonly kind: 'number' | 'text' | 'any' | 'day';
}

const quotedName = (name: string): string => (/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(name) ? name : `\`${name}\``);

const OWN: readonly NamedField[] = ['priority', 'width', 'height', 'duration', 'length', 'size', 'id'].map(name => ({
  name,
  path: `metadata.${name}`,
  kind: 'number',
}));

/** Returns the fields that a question may name. */
export function fieldsOf(reader: PhraseReader): readonly NamedField[] {
  const { custom, components } = reader.schema;
  return [
    ...custom.map(({ name, type, format }) => ({
      name,
      path: `custom.${quotedName(name)}`,
      kind: type === 'number' ? ('number' as const) : format === 'date' ? ('day' as const) : ('text' as const),
    })),
    ...components.map(name => ({ name, path: `component.${quotedName(name)}`, kind: 'any' as const })),
    ...OWN,
    { name: 'file size', path: 'metadata.size', kind: 'number' },
  ];
}
