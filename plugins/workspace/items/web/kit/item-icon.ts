import { contentKindOf } from '../../common/file-content.ts';
import type { ContentKind } from '../../common/file-content.ts';
import type { Item } from '../../common/item.ts';

const icons: Readonly<Record<ContentKind, string>> = {
  image: 'image',
  pdf: 'file',
  dicom: 'image',
  audio: 'activity',
  video: 'play',
  html: 'link',
  text: 'text',
  table: 'list',
  file: 'file',
};

/** The icon of an item that has no small picture. */
export const itemIcon = ({ metadata: { mime }, name }: Pick<Item, 'metadata' | 'name'>): string =>
  icons[contentKindOf(mime, name)];
