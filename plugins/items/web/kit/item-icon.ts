import type { Item } from '../../common/item.ts';

/** The icon of an item that has no small picture. */
export const itemIcon = ({ metadata: { mime } }: Pick<Item, 'metadata'>): string => (mime?.startsWith('text/') === true ? 'text' : 'image');
