/** An entity of a sentence: its label, and its first and last token. */
export interface TaggedEntity {
  readonly label: string;
  readonly first: number;
  readonly last: number;
}

const parts = /^([BIESLU])[-_](.+)$/;
/** Tags of tokens that belong to no entity. */
export const outside: ReadonlySet<string> = new Set(['O', '', '-', '_']);

/** True for a tag of one of the schemes IOB, BIO, BILOU and BIOES. */
export const isTag = (tag: string): boolean => outside.has(tag) || parts.test(tag);

/** The entities that the tags of one sentence mean. An I without a B before it begins an entity, as IOB1 has it. */
export function entitiesOfTags(tags: readonly string[]): readonly TaggedEntity[] {
  const entities: TaggedEntity[] = [];
  let open: { readonly label: string; readonly first: number } | undefined;
  const close = (last: number): void => {
    if (open !== undefined) entities.push({ ...open, last });
    open = undefined;
  };
  tags.forEach((tag, at) => {
    const [, prefix, label] = parts.exec(tag) ?? [];
    const goes = open !== undefined && label === open.label && prefix !== undefined && 'IEL'.includes(prefix);
    if (!goes) close(at - 1);
    if (prefix === undefined || label === undefined) return;
    if (!goes) open = { label, first: at };
    if ('ESLU'.includes(prefix)) close(at);
  });
  close(tags.length - 1);
  return entities;
}
