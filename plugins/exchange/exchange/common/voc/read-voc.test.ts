import { expect, it } from 'vitest';
import { noPictures, readBack } from '../exchange/exchange.support.ts';
import { exchangeFormats } from '../exchange/format-table.ts';

it('should read the parts of an object as boxes of their own classes, grouped with it', async () => {
  const bounds = (at: number): string =>
    `<bndbox><xmin>${at}</xmin><ymin>10</ymin><xmax>${at + 20}</xmax><ymax>30</ymax></bndbox>`;
  const xml = `<annotation><filename>a.jpg</filename><size><width>640</width><height>480</height></size>
<object><name>person</name>${bounds(10)}<part><name>head</name>${bounds(15)}</part><part><name>hand</name>${bounds(40)}</part></object>
<object><name>person</name>${bounds(100)}</object></annotation>`;
  const { documents, report } = await readBack(exchangeFormats.voc, new Map([['a.xml', xml]]), noPictures);
  const instances = documents[0]!['instances'] as readonly { readonly className: string; readonly groupId?: number }[];
  expect(instances.map(({ className, groupId = 0 }) => [className, groupId])).toEqual([
    ['person', 1],
    ['head', 1],
    ['hand', 1],
    ['person', 0],
  ]);
  expect(report).toEqual([]);
});
