import { expect, it } from 'vitest';
import { noPictures, readBack } from '../exchange/exchange.support.ts';
import { exchangeFormats } from '../exchange/format-table.ts';

const label = (name: string, type: string): string => `<label><name>${name}</name><type>${type}</type></label>`;

it('should report labels that are limited to one shape, which classes are not', async () => {
  const xml = `<annotations><version>1.1</version><meta><task><labels>${label('Car', 'rectangle')}${label('Road', 'mask')}${label('Any', 'any')}${label('Night', 'tag')}${label('Pose', 'skeleton')}</labels></task></meta>
<image id="0" name="a.jpg" width="640" height="480"><box label="Car" xtl="1" ytl="2" xbr="3" ybr="4"/></image></annotations>`;
  const { classes, report } = await readBack(exchangeFormats.cvat, new Map([['a.xml', xml]]), noPictures);
  expect(classes.map(({ name, type }) => [name, type])).toEqual([
    ['Car', 1],
    ['Road', 1],
    ['Any', 1],
    ['Night', 2],
    ['Pose', 1],
  ]);
  expect(report).toEqual(['2 limits of a label to one shape were left out']);
});
